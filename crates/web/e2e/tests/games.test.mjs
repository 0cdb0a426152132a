/** Whole games against level 1, to their ends, by mouse, keyboard and finger on the real board. */

import assert from 'node:assert/strict';
import { advise } from '../harness/adviser.mjs';
import { link } from '../harness/link.mjs';
import { phone } from '../harness/browser.mjs';
import { othello } from '../harness/records.mjs';
import { scenario } from '../harness/scenario.mjs';

/** No game here has more moves: a point is taken once, and a pass stands between two discs. */
const MOST = { gomoku: 225, othello: 120, xiangqi: 300 };

/**
 * Plays `game` as player `me` until it is over, by each of `means` in turn, and looks at the end.
 *
 * The adviser makes the game short. The page gets the moves from the board alone, and must offer each.
 */
async function playToTheEnd(boyi, game, me, means, note) {
  const used = new Set();
  for (let turn = 0; ; turn += 1) {
    const { state, mover, ply } = await boyi.until({ state: ['playing', 'over'] });
    if (state === 'over') break;
    assert.ok(ply < MOST[game], `${game} goes on after ${ply} moves`);
    assert.equal(mover, me, 'a person is asked only on their own turn');
    const { settings, line } = await boyi.game();
    const move = await advise(game, settings, line);
    if (move === 'pass') {
      await boyi.aside('pass');
      await boyi.until({ ply: { least: ply + 1 } });
      continue;
    }
    assert.ok((await boyi.offered()).includes(move.slice(0, game === 'xiangqi' ? 2 : undefined)), `${move} is offered`);
    const by = means[turn % means.length];
    used.add(by);
    await boyi.play(move, by);
  }
  const { ply } = await boyi.status();
  const told = await boyi.text('#status');
  note(`${game}: ${ply} moves by ${[...used].join(', ')}; ${told.replaceAll('\n', ' ')}`);
  assert.deepEqual([...used].sort(), [...new Set(means)].sort(), 'every way of moving was used');
  assert.match(told, /wins|won|draw/i, 'the page says how the game ended');
  assert.equal((await boyi.link()).moves.length, ply, 'the link holds the whole game');
  assert.deepEqual(await boyi.offered(), [], 'nothing may be played after the end');
  return told;
}

/** Starts `game` by the dialog, against level 1; the person is player `me`. */
async function begin(boyi, game, me) {
  await boyi.newGame({ game, players: me === 0 ? ['human', 1] : [1, 'human'] });
}

scenario(
  'gomoku: a whole game as black, by mouse and keyboard',
  { reducedMotion: 'no-preference' },
  async (boyi, { note }) => {
    await begin(boyi, 'gomoku', 0);
    const told = await playToTheEnd(boyi, 'gomoku', 0, ['click', 'type'], note);
    assert.match(told, /five/i, 'by five in a row');
    const stones = Object.values(await boyi.pieces());
    assert.equal(stones.length, (await boyi.status()).ply);
  },
);

scenario('othello: a whole game as white, by mouse', { reducedMotion: 'no-preference' }, async (boyi, { note }) => {
  await begin(boyi, 'othello', 1);
  await playToTheEnd(boyi, 'othello', 1, ['click', 'type'], note);
  const discs = Object.values(await boyi.pieces());
  assert.ok(discs.length > 4 && discs.every((disc) => ['black', 'white'].includes(disc)));
});

scenario(
  'xiangqi: a whole game as red, by clicks, drags and keys',
  { reducedMotion: 'no-preference' },
  async (boyi, { note }) => {
    await begin(boyi, 'xiangqi', 0);
    await playToTheEnd(boyi, 'xiangqi', 0, ['click', 'drag', 'type'], note);
  },
);

scenario('gomoku on a phone: a whole game by taps', { ...phone }, async (boyi, { note }) => {
  await begin(boyi, 'gomoku', 0);
  await playToTheEnd(boyi, 'gomoku', 0, ['tap'], note);
});

scenario(
  'xiangqi on a phone: moves by taps',
  { ...phone, link: link('xiangqi', { players: ['human', 'level=1'] }) },
  async (boyi) => {
    const played = [];
    for (let turn = 0; turn < 3; turn += 1) {
      await boyi.until({ state: 'playing' });
      played.push((await boyi.game()).legal.at(-1));
      await boyi.play(played.at(-1), 'tap');
    }
    assert.deepEqual(
      (await boyi.moves()).filter((_, ply) => ply % 2 === 0),
      played,
    );
  },
);

scenario('two people: both sides are moved by hand', { link: link('gomoku') }, async (boyi) => {
  for (const move of ['h8', 'i9', 'h9', 'i10']) await boyi.play(move);
  assert.deepEqual(await boyi.pieces(), { h8: 'black', h9: 'black', i10: 'white', i9: 'white' });
  assert.equal((await boyi.status()).state, 'playing');
});

// White is in the corner's grip: nothing to turn over for White, everything for Black.
const stuck = link('othello', { line: `XO${'-'.repeat(62)} O` });

scenario('othello: who has no move passes by a button', { link: stuck }, async (boyi) => {
  assert.deepEqual(await boyi.offered(), []);
  await boyi.aside('pass');
  await boyi.until({ ply: 1, state: 'playing', mover: 0 });
  assert.ok(await boyi.page.locator('#moves-aside').isHidden());
  await boyi.play('c1');
  assert.equal((await boyi.status()).state, 'over');
});

const opening = `startpos moves ${othello().moves.slice(0, 8).join(' ')}`;

scenario(
  'engine against engine: paused, it waits and moves when told to; then it goes on by itself',
  { link: link('othello', { players: ['pvs,time=200ms', 'mtdf,time=200ms'], line: opening }) },
  async (boyi) => {
    await boyi.until({ state: 'paused', ply: 8 });
    await boyi.button('go');
    await boyi.until({ state: 'paused', ply: 9 });
    await boyi.button('continue');
    await boyi.until({ ply: { least: 12 } });
    await boyi.button('pause');
    const { ply } = await boyi.until({ state: 'paused' });
    await boyi.player(0, 'human');
    await boyi.player(1, 'human');
    await boyi.playAny();
    assert.equal((await boyi.status()).ply, ply + 1);
  },
);
