/** @file Check to a general: whether it is attacked. Pure, and only for the eye: the rules are the server's. */

const STRAIGHT = [[1, 0], [-1, 0], [0, 1], [0, -1]];
const DIAGONAL = [[1, 1], [1, -1], [-1, 1], [-1, -1]];

/**
 * Returns where the general of a player stands if it is in check, and `null` if it is not.
 * @param {Map<string, string>} squares letters of a FEN by point.
 * @param {string} player `red` or `black`.
 * @returns {string | null}
 */
export function checkedGeneral(squares, player) {
  const red = player === 'red';
  const own = (letter) => (red ? letter : letter.toLowerCase());
  const enemy = (letter) => (red ? letter.toLowerCase() : letter);
  const home = [...squares].find(([, letter]) => letter === own('K'))?.[0];
  if (!home) return null;
  const [file, rank] = [home.charCodeAt(0), Number(home[1])];
  const on = (right, up) => squares.get(String.fromCharCode(file + right) + (rank + up));

  for (const [right, up] of STRAIGHT) {
    const met = [];
    for (let steps = 1; steps <= 9 && met.length < 2; steps += 1) {
      const piece = on(right * steps, up * steps);
      if (!piece) continue;
      met.push(piece);
      if (met.length > 1) break;
      if (piece === enemy('R') || (piece === enemy('K') && up !== 0)) return home;
      // A soldier attacks to its front and, as it is across the river here, to both sides.
      if (piece === enemy('P') && steps === 1 && up !== (red ? -1 : 1)) return home;
    }
    if (met[1] === enemy('C')) return home;
  }
  for (const [right, up] of DIAGONAL) {
    // A horse goes one straight, then one slantwise: its leg is the point it passes, at the general's corner.
    if (on(right, up)) continue;
    if (on(2 * right, up) === enemy('N') || on(right, 2 * up) === enemy('N')) return home;
  }
  return null;
}
