/** Who moves after `ply` moves, as an index; beyond the record, or in one of an older page, as if they took turns. */
export const moverAt = (game, ply) => game.turns?.[ply] ?? (game.mover + Math.abs(game.ply - ply)) % 2;

/** Whose stone or piece the next move is; in an opening that shares the sides, not always that of who makes it. */
export const sideToMove = (game) => moverAt(game, game.ply);

/** What an opening that shares the sides waits for: `play`, `choose`, or `null` where no opening is under way. */
export const swapStep = (game) => (!game.ending && ['play', 'choose'].includes(game.swap?.step) ? game.swap.step : null);

/** The game's entry in the server's hello. */
export const infoOf = (state) => state.hello?.games.find((game) => game.name === state.game?.game) ?? null;

/** What a player is called. */
export const playerName = (state, index, t) => {
  const name = infoOf(state)?.players[index] ?? '';
  return t(`player.${name}`, {}, name);
};

/** Who won and why, in few words; where a win has a margin the pieces are counted. */
export function endingText({ hello, game }, t) {
  const { winner, reason } = game.ending;
  const told = t(`reason.${reason}`, {}, reason);
  const why = infoOf({ hello, game })?.has_margins
    ? t('status.counts', { reason: told, counts: piecesOf(game).join('–') })
    : told;
  return winner
    ? t('status.wins', { player: t(`player.${winner}`, {}, winner), reason: why })
    : t('status.draw', { reason: why });
}

/** Whether a run of searches, in the laboratory or of a review, goes on or is to begin. */
export const isRunning = (run) => run?.state === 'waiting' || run?.state === 'running';

/** Whether a person may move now. */
export const isHumanTurn = (game) => !game.ending && game.players[game.mover].kind === 'human';

/** Who resigns: the person to move, or the only one; `null` where nobody could. */
export function resigner({ players, mover }) {
  return [mover, 1 - mover].find((side) => players[side]?.kind === 'human') ?? null;
}

/** The legal moves that are not made on the board, as a pass. */
export const movesAside = (game) => game.legal.filter((move) => game.routes[move]?.[0].length === 0);

/** Whether nothing but a pass may be played. */
export const mustPass = (game) => game.legal.length === 1 && movesAside(game).length === 1;

/** Whether the pieces of a game go from cell to cell, as far as its position shows. */
export const piecesMove = (game) =>
  (game.last?.[0] ?? null) !== null || game.legal.some((move) => game.routes[move]?.[0].length > 1);

/** How many pieces each side has on the board, the first mover first. */
export function piecesOf({ board: { pieces, counts = {} } }) {
  const sums = [0, 0];
  for (const [square, letter] of Object.entries(pieces))
    sums[letter === letter.toUpperCase() ? 0 : 1] += counts[square] ?? 1;
  return sums;
}

/** What a game adds to the page's dictionary: its title, its sides, and the words it uses. */
export function textsOf({ name, players, presentation }) {
  const { title, sides, words } = presentation;
  const names = Object.fromEntries(players.map((player, index) => [`player.${player}`, sides[index].name]));
  return { ...words, ...names, [`game.${name}`]: title };
}

/** What people call players of different strength: so many names. */
const LEVEL_NAMES = 16;

/** A level in words: its number, and its name. The names are spread over the `most` levels of a game. */
export function levelName(n, most, t) {
  const name = 1 + Math.round(((n - 1) * (LEVEL_NAMES - 1)) / Math.max(most - 1, 1));
  return t('players.level.value', { n, name: t(`level.${name}`) });
}

/** The engine in words: a level, or the searcher with its options. */
export const engineName = (engine, t) => {
  const level = /^level=(\d+)(.*)$/s.exec(engine);
  return level ? t('engine.level', { n: level[1] }) + level[2] : engine;
};
