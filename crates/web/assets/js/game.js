import { squaresOf } from './boards/squares.js';

/** Who moves after `ply` moves, as an index: players take turns, a pass being a move. */
export const moverAt = (game, ply) => (game.mover + Math.abs(game.ply - ply)) % 2;

/** The game's entry in the server's hello. */
export const infoOf = (state) => state.hello?.games.find((game) => game.name === state.game?.game) ?? null;

/** What a player is called. */
export const playerName = (state, index, t) => {
  const name = infoOf(state)?.players[index] ?? '';
  return t(`player.${name}`, {}, name);
};

/** Whether a person may move now. */
export const isHumanTurn = (game) => !game.ending && game.players[game.mover].kind === 'human';

/** Whether nothing but a pass may be played. */
export const mustPass = (game) => game.legal.length === 1 && game.legal[0] === 'pass';

/** Othello's discs: Black's and White's. */
export function discsOf({ board }) {
  const pieces = [...squaresOf('othello', board).values()];
  return ['black', 'white'].map((color) => pieces.filter((piece) => piece === color).length);
}

/** The engine in words: a level, or the searcher with its options. */
export const engineName = (engine, t) => {
  const level = /^level=(\d+)(.*)$/s.exec(engine);
  return level ? t('engine.level', { n: level[1] }) + level[2] : engine;
};
