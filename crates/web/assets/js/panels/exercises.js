import { createBoard } from '../boards/index.js';
import { byId, h, setText } from '../dom.js';
import { NOTHING, answered, nextPuzzle, ownMoves, ratingOf, tallyOf, taskOf } from '../exercises.js';
import { infoOf, piecesMove } from '../game.js';
import { moveNames, notationOf } from '../notation.js';
import { dialogHead, openDialog } from './dialog.js';

/** How long an answer waits before it is on the board. */
const PAUSE = 450;

/** Wires the exercises: positions with one move that does it, on a board of their own. */
export function attachExercises({ store, t, request, session, notices, memory }) {
  const dialog = byId('exercises-dialog');
  const button = byId('exercises');
  /** What is on the dialog while it is open. */
  let exercise = null;

  button.addEventListener('click', async () => {
    const info = infoOf(store.state);
    try {
      const { puzzles } = await request('puzzles', { game: info.name });
      exercise = openExercises({ dialog, info, puzzles, store, t, request, notices, memory, play });
    } catch (error) {
      notices.refused(error);
    }
  });
  dialog.addEventListener('close', () => {
    exercise?.leave();
    exercise = null;
    dialog.replaceChildren();
  });
  store.subscribe(['game', 'hello', 'connection'], (state) => {
    const info = state.game && infoOf(state);
    button.hidden = !info?.has_puzzles;
    button.disabled = state.connection !== 'open';
  });

  /** Plays a position out against the engine. */
  function play(position, mover) {
    dialog.close();
    const { game, players } = store.state.game;
    const engine = players.find(({ kind }) => kind === 'engine') ?? { kind: 'engine', engine: 'level=10' };
    const seats = [engine, engine];
    seats[mover] = { kind: 'human' };
    session.replace({ game, players: seats, line: position }, 'exercises.played').catch((error) => notices.refused(error));
  }
}

/** Fills the dialog and opens it. */
function openExercises({ dialog, info, puzzles, store, t, request, notices, memory, play }) {
  const game = info.name;
  const { prefs } = store.state;
  const kinds = kindsOf(puzzles, t);
  let progress = { ...NOTHING, ...memory.exercises(game) };
  if (!kinds.some(({ key }) => key === progress.kind)) progress = { ...progress, kind: '' };
  /** The puzzle at hand with its steps, how far it is played, and how the person does. */
  let at = null;
  let timer = null;
  let asked = 0;

  const host = h('div', { class: 'exercise-board' });
  const part = (tag, props = {}) => h(tag, props);
  const [task, state, rest] = [part('h3'), part('p', { role: 'status', class: 'exercise-state' }), part('p', { class: 'quiet moves-line' })];
  const figures = part('dl', { class: 'figures' });
  const action = (name, deed) => h('button', { type: 'button', 'data-deed': name, on: { click: deed } }, t(`exercises.${name}`));
  const [hint, solution, next] = [action('hint', tell), action('solution', reveal), action('next', () => go())];
  const [back, on, out] = [action('back', () => step(-1)), action('on', () => step(1)), action('play', playOut)];
  const option = (value, text) => h('option', { value, selected: value === progress.kind }, text);
  const choice = h('select', { id: 'exercise-kind' }, option('', t('exercises.all')), ...kinds.map(({ key, text }) => option(key, text)));
  choice.addEventListener('change', () => {
    keep({ ...progress, kind: choice.value, current: null });
    go();
  });

  const side = h(
    'div',
    { class: 'exercise-side' },
    h('label', { class: 'inline' }, h('span', {}, t('exercises.kind')), choice),
    task,
    state,
    h('div', { class: 'exercise-deeds' }, hint, solution, back, on, out, next),
    rest,
    figures,
  );
  dialog.replaceChildren(dialogHead('exercises-heading', t('exercises.heading', { game: t.say(info.presentation.title) }), t), h('div', { class: 'exercise' }, host, side));
  // The board is measured: it needs its place in the page.
  openDialog(dialog);
  const board = createBoard(host, info, { onMove, onChoice: ([move]) => onMove(move), say: t.say, t });
  go(progress.current);

  function keep(changed) {
    progress = changed;
    memory.saveExercises(game, progress);
  }

  /** Puts a puzzle on the board: that one, or the next. */
  async function go(id = null) {
    clearTimeout(timer);
    const mine = kinds.find(({ key }) => key === progress.kind)?.puzzles ?? puzzles;
    const puzzle = mine.find((one) => one.id === id) ?? nextPuzzle(mine, progress, at?.puzzle.id);
    if (!puzzle) {
      setText(state, t('exercises.none'));
      next.disabled = true;
      return;
    }
    asked += 1;
    const mark = asked;
    try {
      const told = await request('puzzle', { game, puzzle: puzzle.id });
      if (mark !== asked) return;
      at = { puzzle, told, ply: 0, own: 0, clean: true, over: false, hints: 0 };
      keep({ ...progress, current: puzzle.id });
      say('exercises.go');
      draw();
    } catch (error) {
      notices.refused(error);
    }
  }

  const solver = () => at.told.steps[0].mover;
  const isOwn = () => at.told.steps[at.ply].mover === solver();
  const say = (key, vars = {}) => setText(state, t(key, vars));
  const nameOf = (step) => t(`player.${step.turn}`, {}, step.turn);

  function draw() {
    const { told, ply, over, puzzle } = at;
    const { steps, shape } = told;
    const { letters, forbidden, coordinates } = prefs;
    board.update({
      ...steps[ply],
      shape,
      lastMove: told.solution[ply - 1] ?? null,
      interactive: !over && isOwn() && timer === null,
      hint: at.hints > 1 && !over ? told.solution[ply] : null,
      flipped: piecesMove(steps[0]) && solver() !== info.near,
      options: { coordinates, forbidden, letters, notation: notationOf(store.state) },
    });
    const { width, height } = host.querySelector('svg.board').viewBox.baseVal;
    host.style.setProperty('--ratio', (width / height).toFixed(4));
    host.dataset.ply = ply;
    host.dataset.puzzle = puzzle.id;
    setText(task, t('exercises.task', { player: nameOf(steps[0]), task: taskOf(puzzle, t) }));
    for (const node of [hint, solution]) node.hidden = over;
    for (const node of [back, on, out]) node.hidden = !over;
    next.hidden = !over;
    back.disabled = ply === 0;
    on.disabled = ply === told.solution.length;
    setText(rest, over ? names(0, told.solution).join(' ') : '');
    drawFigures();
  }

  const names = (ply, moves) =>
    moveNames({ game, board: at.told.steps[ply].board, moves, notation: notationOf(store.state) });

  function drawFigures() {
    const { rating, streak, best } = progress;
    const tally = tallyOf(puzzles, progress);
    const rows = [
      ['exercises.difficulty', String(ratingOf(at.puzzle, progress))],
      ['exercises.rating', String(Math.round(rating))],
      ['exercises.streak', t('exercises.streak.value', { n: streak, best })],
      ['exercises.done', t('exercises.done.value', tally)],
    ];
    figures.replaceChildren(...rows.flatMap(([key, value]) => [h('dt', {}, t(key)), h('dd', {}, value)]));
  }

  function onMove(move) {
    if (at.over || !isOwn() || timer !== null) return;
    if (move !== at.told.solution[at.ply]) {
      at.clean = false;
      say('exercises.wrong', { move: names(at.ply, [move])[0] });
      draw();
      return;
    }
    at.hints = 0;
    advance();
  }

  /** Plays the solution's next move; the answer follows by itself, and so does a move without a choice. */
  function advance() {
    timer = null;
    if (isOwn()) at.own += 1;
    at.ply += 1;
    const { told, ply } = at;
    if (at.own >= told.only && !isOwn()) {
      finish('exercises.right');
      return;
    }
    if (ply === told.solution.length) {
      finish('exercises.right');
      return;
    }
    if (!isOwn() || told.steps[ply].legal.length === 1) timer = setTimeout(advance, PAUSE);
    else say('exercises.on-track');
    draw();
  }

  /** Ends the exercise: right only if nothing was told and no other move was tried. */
  function finish(key) {
    clearTimeout(timer);
    timer = null;
    at.over = true;
    keep(answered(progress, at.puzzle, at.clean));
    say(at.clean ? key : 'exercises.over');
    draw();
    next.disabled = false;
    next.focus();
  }

  /** Tells half of the move, which piece goes or in which column one is put; asked again, shows it. */
  function tell() {
    if (timer !== null) return;
    at.clean = false;
    at.hints += 1;
    const { told, ply } = at;
    const move = told.solution[ply];
    const [route] = told.steps[ply].routes[move] ?? [];
    if (route?.length > 1) say('exercises.hint.from', { cell: told.shape.names[route[0]] });
    else say('exercises.hint.column', { column: move.replace(/\d+$/, '') });
    draw();
  }

  function reveal() {
    at.clean = false;
    at.ply = 0;
    finish('exercises.over');
  }

  /** Steps through the solution once it is known. */
  function step(by) {
    at.ply = Math.max(0, Math.min(at.told.solution.length, at.ply + by));
    draw();
  }

  function playOut() {
    play(at.told.position, solver());
  }

  return {
    leave() {
      clearTimeout(timer);
      board.destroy();
    },
  };
}

/** The kinds of puzzles, each with a key that no language changes, a text and the puzzles of it. */
function kindsOf(puzzles, t) {
  const kinds = new Map();
  for (const puzzle of puzzles) {
    const text = taskOf(puzzle, t);
    if (!kinds.has(text)) kinds.set(text, { key: `${puzzle.theme}.${ownMoves(puzzle)}`, text, puzzles: [] });
    kinds.get(text).puzzles.push(puzzle);
  }
  return [...kinds.values()];
}
