/** Short sounds made on the spot; silent until `on` is set, and where the browser has no audio. */
export function createSound() {
  let context = null;

  const tone = (frequency, { at = 0, length = 0.09, volume = 0.16, type = 'triangle', slide = 0.5 } = {}) => {
    const start = context.currentTime + at;
    const oscillator = context.createOscillator();
    const gain = context.createGain();
    oscillator.type = type;
    oscillator.frequency.setValueAtTime(frequency, start);
    oscillator.frequency.exponentialRampToValueAtTime(frequency * slide, start + length);
    gain.gain.setValueAtTime(volume, start);
    gain.gain.exponentialRampToValueAtTime(0.0001, start + length);
    oscillator.connect(gain).connect(context.destination);
    oscillator.start(start);
    oscillator.stop(start + length);
  };

  const play = (notes) => {
    if (!sound.on || typeof AudioContext === 'undefined') return;
    context ??= new AudioContext();
    context.resume();
    for (const [frequency, options] of notes) tone(frequency, options);
  };

  const sound = {
    on: false,
    /** A stone or a piece put down. */
    move: () =>
      play([
        [310, { length: 0.06 }],
        [1400, { length: 0.02, volume: 0.05 }],
      ]),
    /** The end of a game. */
    end: () =>
      play([392, 494, 587].map((note, index) => [note, { at: 0.14 * index, length: 0.4, slide: 1, type: 'sine' }])),
  };
  return sound;
}
