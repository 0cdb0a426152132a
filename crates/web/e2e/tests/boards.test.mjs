/** The boards by themselves: a board in an empty page, given views, and used by mouse, finger and keyboard. */

import assert from 'node:assert/strict';
import { fileURLToPath } from 'node:url';
import { phone } from '../harness/browser.mjs';
import { scenario } from '../harness/scenario.mjs';
import { boardView, infoOf, parsePosition, shapeOf } from '../../tests/js/support/positions.mjs';

/** The modules as they are written: the page has them all in one script. */
const sources = fileURLToPath(new URL('../../assets', import.meta.url));

const XIANGQI = {
  position: 'r1bakab1r/9/1cn2cn2/p1p1p1p1p/9/2P6/P3P1P1P/1C2C1N2/9/RNBAKAB1R w',
  turn: 'red',
  lastMove: 'h9g7',
  legal: ['e2e6', 'e2d2', 'e2e3', 'e2e4', 'e2e5', 'b0c2', 'a0a1'],
  interactive: true,
};
const CAPTURED = {
  position: 'r1bakab1r/9/1cn2cn2/p1p1C1p1p/9/2P6/P3P1P1P/1C4N2/9/RNBAKAB1R b',
  turn: 'black',
  lastMove: 'e2e6',
};

/** A view whose position is told as text, as the page would get it. */
const viewOf = (game, { position, ...view }) => {
  const shape = shapeOf(game);
  const cell = (square) => shape.names.indexOf(square);
  const fromTo = (move) => [move, [[cell(move.slice(0, 2)), cell(move.slice(2))]]];
  return {
    board: boardView(game, position),
    shape,
    turn: parsePosition(game, position).turn,
    routes: game === 'xiangqi' ? Object.fromEntries((view.legal ?? []).map(fromTo)) : {},
    ...view,
    checked: (view.checked ?? []).map(cell),
    deciding: (view.deciding ?? []).map(cell),
  };
};

/** Declares a scenario with a board of `game`, a name or a description, that shows `view` in an otherwise empty page. */
function board(name, game, view, options, body) {
  const info = typeof game === 'string' ? infoOf(game) : game;
  const complete = (view) => (typeof game === 'string' ? viewOf(game, view) : view);
  // A worker of the page would ask the server for the modules, which has none of that name.
  const expected = [/Service Worker registration blocked/];
  const context = { reducedMotion: 'no-preference', serviceWorkers: 'block', expected, ...options };
  scenario(`boards: ${name}`, context, async ({ page }) => {
    await page.route('**/sources/**', (route) => {
      const [, file] = new URL(route.request().url()).pathname.split('/sources');
      return route.fulfill({ path: sources + file });
    });
    await page.evaluate(
      async ([info, view]) => {
        const { createBoard } = await import('/sources/js/boards/index.js');
        const host = document.createElement('main');
        document.body.replaceChildren(host);
        document.body.style.display = 'block';
        host.style.maxWidth = '640px';
        window.made = [];
        const onChoice = (moves) => window.made.push(moves);
        window.board = createBoard(host, info, { onMove: (move) => window.made.push(move), onChoice });
        window.board.update(view);
      },
      [info, complete(view)],
    );
    const made = () => page.evaluate(() => window.made.splice(0));
    const update = (next) => page.evaluate((next) => window.board.update(next), complete(next));
    const square = (at) => page.locator(`[data-square=${at}]`);
    const middle = async (at) => {
      const { x, y, width, height } = await square(at).boundingBox();
      return { x: x + width / 2, y: y + height / 2 };
    };
    await body({ page, made, update, square, middle });
  });
}

async function drag({ mouse }, from, to) {
  await mouse.move(from.x, from.y);
  await mouse.down();
  await mouse.move(to.x + 5, to.y - 5, { steps: 5 });
  await mouse.up();
}

board(
  'only legal points are played',
  'gomoku',
  {
    position: 'X:h8 O: turn:O',
    legal: ['a1', 'o15'],
    interactive: true,
  },
  {},
  async ({ made, square }) => {
    for (const at of ['a1', 'h8', 'o15', 'b2']) await square(at).click();
    assert.deepEqual(await made(), ['a1', 'o15']);
  },
);

board(
  'a view that is no game of one’s own is only looked at',
  'gomoku',
  { position: 'startpos', legal: ['a1'] },
  {},
  async ({ page, made, square }) => {
    await square('a1').click();
    assert.deepEqual(await made(), []);
    assert.equal(await page.locator('.legal').count(), 0);
  },
);

board(
  'forbidden points are told, numbers and the row that won are shown',
  'gomoku',
  {
    position: 'X:h8i9j10k11l12 O:h9i10j11k12 turn:X',
    moves: ['h8', 'h9', 'i9', 'i10', 'j10', 'j11', 'k11', 'k12', 'l12'],
    lastMove: 'l12',
    forbidden: [
      ['c3', '33'],
      ['d4', 'OL'],
    ],
    deciding: ['h8', 'i9', 'j10', 'k11', 'l12'],
    options: { numbers: true },
  },
  {},
  async ({ page, square }) => {
    assert.deepEqual(await page.locator('.forbidden').allTextContents(), ['33', 'OL']);
    assert.equal(await page.locator('.number').count(), 9);
    assert.equal(await page.locator('.number.last').textContent(), '9');
    const ringed = await page.locator('.deciding').evaluateAll((rings) => rings.map((ring) => ring.dataset.on));
    assert.deepEqual(ringed.sort(), ['h8', 'i9', 'j10', 'k11', 'l12']);
    assert.match(await square('l12').getAttribute('aria-label'), /board\.deciding/);
  },
);

board(
  'discs turn over, and not for those who want no motion',
  'othello',
  { position: `X${'O'.repeat(6)}${'-'.repeat(57)} X` },
  {},
  async ({ page }) => {
    const before = viewOf('othello', { position: `X${'O'.repeat(6)}${'-'.repeat(57)} X`, options: { animate: false } });
    const after = viewOf('othello', { position: `${'X'.repeat(8)}${'-'.repeat(56)} O`, lastMove: 'h1' });
    const turning = () =>
      page.evaluate(
        ([before, after]) => {
          window.board.update(before);
          window.board.update(after);
          return document.querySelector('.pieces').getAnimations({ subtree: true }).length;
        },
        [before, after],
      );
    assert.ok((await turning()) > 6);
    assert.equal(await page.locator('[data-piece=black]').count(), 8);
    await page.emulateMedia({ reducedMotion: 'reduce' });
    assert.equal(await turning(), 0);
  },
);

board(
  'a piece is moved by two clicks, or another is chosen',
  'xiangqi',
  XIANGQI,
  {},
  async ({ page, made, square }) => {
    await square('e2').click();
    assert.equal(await page.locator('.target').count(), 5);
    await square('b0').click();
    assert.equal(await page.locator('.target').count(), 1);
    await square('c2').click();
    assert.deepEqual(await made(), ['b0c2']);
    assert.equal(await page.locator('.target').count(), 0);
  },
);

board('a piece is dragged, and goes back from where it may not go', 'xiangqi', XIANGQI, {}, async (tools) => {
  const { page, made, update, middle } = tools;
  const home = () => page.locator('[data-at=e2]').getAttribute('transform');
  const before = await home();
  await drag(page, await middle('e2'), await middle('f9'));
  assert.deepEqual(await made(), []);
  assert.equal(await home(), before);
  await drag(page, await middle('e2'), await middle('e6'));
  assert.deepEqual(await made(), ['e2e6']);
  await update({ ...XIANGQI, hint: 'b0c2' });
  assert.notEqual(await home(), before, 'it waits where it was dropped');
  await update(CAPTURED);
  assert.equal(await page.locator('[data-at=e6]').getAttribute('data-piece'), 'C');
  assert.equal(await page.locator('[data-piece]').count(), 31);
  await update(XIANGQI);
  assert.equal(await page.locator('[data-piece]').count(), 32);
  assert.equal(await home(), before);
});

board('the keyboard moves a piece', 'xiangqi', XIANGQI, {}, async ({ page, made }) => {
  await page.locator('svg.board').focus();
  for (const key of ['Home', 'PageDown', 'Enter', 'ArrowUp']) await page.keyboard.press(key);
  const told = () =>
    page.evaluate(() => {
      const id = document.activeElement.getAttribute('aria-activedescendant');
      return document.getElementById(id).dataset.square;
    });
  assert.equal(await told(), 'a1');
  assert.ok(await page.locator('.cursor').isVisible());
  await page.keyboard.press('Enter');
  assert.deepEqual(await made(), ['a0a1']);
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  assert.equal(await page.locator('.target').count(), 1);
  await page.keyboard.press('Escape');
  assert.equal(await page.locator('.target').count(), 0);
});

board('thousands of views leave nothing behind', 'xiangqi', XIANGQI, {}, async ({ page }) => {
  const elements = () => page.locator('svg.board *').count();
  const before = await elements();
  await page.evaluate(
    async (views) => {
      for (let turn = 0; turn < 4000; turn += 1) window.board.update(views[turn % 2]);
      window.board.update(views[0]);
      await new Promise((done) => setTimeout(done, 600));
    },
    [XIANGQI, CAPTURED].map((view) => viewOf('xiangqi', view)),
  );
  const after = await elements();
  assert.ok(after <= before + 20, `${before} elements became ${after}`);
  await page.evaluate(() => window.board.destroy());
  assert.equal(await page.locator('main *').count(), 0);
});

board(
  'a finger taps, drags a piece without scrolling, and scrolls elsewhere',
  'xiangqi',
  XIANGQI,
  phone,
  async ({ page, made, square, middle }) => {
    await page.evaluate(() => document.body.style.setProperty('min-height', '2000px'));
    await square('e2').tap();
    await square('e4').tap();
    assert.deepEqual(await made(), ['e2e4']);
    const touch = await fingerOf(page);
    await touch.stroke(await middle('e2'), await middle('e4'));
    assert.deepEqual(await made(), ['e2e4']);
    assert.equal(await page.evaluate(() => window.scrollY), 0);
    await touch.stroke(await middle('d4'), { x: 180, y: 40 });
    await page.waitForFunction(() => window.scrollY > 0);
    assert.deepEqual(await made(), []);
  },
);

board(
  'a finger that rests aims, and plays where it lets go',
  'gomoku',
  {
    position: 'startpos',
    legal: ['h8', 'k12'],
    interactive: true,
  },
  phone,
  async ({ page, made, middle }) => {
    const touch = await fingerOf(page);
    await touch.stroke(await middle('h8'), await middle('k12'), 700);
    assert.deepEqual(await made(), ['k12']);
    await page.locator('[data-square=h8]').tap();
    assert.deepEqual(await made(), ['h8']);
  },
);

/** A corner of a draughtsboard: the dark squares 1 to 8, two a row. */
const DRAUGHTS = {
  name: 'draughts',
  players: ['black', 'white'],
  presentation: {
    title: { en: 'Draughts', zh: '跳棋' },
    sides: ['Black', 'White'].map((name, side) => ({ name: { en: name, zh: name }, colour: ['#222222', '#eeeeee'][side] })),
    pieces: [
      { letter: 'M', names: [{ en: 'man' }, { en: 'man' }], look: 'disc' },
      { letter: 'K', names: [{ en: 'king' }, { en: 'king' }], look: { sign: ['♛', '♛'] } },
    ],
    words: {},
  },
};
const CORNER = {
  shape: {
    cell: 'chequered',
    names: ['1', '2', '3', '4', '5', '6', '7', '8'],
    places: [1, 3, 0, 2, 1, 3, 0, 2].map((right, index) => [right, Math.floor(index / 2)]),
    lines: [],
    borders: [],
    coordinates: 'inside',
  },
  board: { columns: 2, rows: 4, pieces: { 1: 'M', 2: 'M', 4: 'k' } },
  turn: 'black',
  legal: ['1x6x8', '1x6x7', '2-3', '2-3K'],
  routes: { '1x6x8': [[0, 5, 7]], '1x6x7': [[0, 5, 6]], '2-3': [[1, 2]], '2-3K': [[1, 2]] },
  interactive: true,
};

board('any game: routes are entered jump by jump, moves entered alike are asked about', DRAUGHTS, CORNER, {}, async (tools) => {
  const { page, made, update, square } = tools;
  const targets = () => page.locator('.target').evaluateAll((all) => all.map(({ dataset }) => dataset.square).sort());
  assert.equal(await page.locator('.field.dark').count(), 8);
  assert.equal(await page.locator('[data-at="4"] .sign').textContent(), '♛');
  await square('"1"').click();
  assert.deepEqual(await targets(), ['6', '7', '8']);
  await square('"6"').click();
  assert.deepEqual(await targets(), ['7', '8']);
  await square('"7"').click();
  assert.deepEqual(await made(), ['1x6x7']);
  await square('"1"').click();
  await square('"8"').click();
  assert.deepEqual(await made(), ['1x6x8'], 'the end alone tells the route');
  await square('"2"').click();
  await square('"3"').click();
  assert.deepEqual(await made(), [['2-3', '2-3K']]);
  // The man jumps, is crowned on its way and takes the king.
  await update({ ...CORNER, board: { columns: 2, rows: 4, pieces: { 2: 'M', 8: 'K' } }, last: [0, 7], legal: [] });
  assert.equal(await page.locator('[data-piece]').count(), 2);
  assert.equal(await page.locator('[data-at="8"] .sign').textContent(), '♛');
  assert.equal(await page.locator('.last.from').getAttribute('data-on'), '1');
  await update({ ...CORNER, flipped: true });
  assert.equal(await page.locator('[data-piece]').count(), 3);
});

const HEXES = {
  shape: {
    cell: 'hexagon',
    names: ['a1', 'b1', 'a2', 'b2'],
    places: [[0, 0], [1, 0], [0.5, 0.866], [1.5, 0.866]],
    lines: [],
    borders: [{ owner: 'First', path: [[-0.5, -0.29], [0, -0.58]] }],
    coordinates: 'below',
  },
  board: { columns: 2, rows: 2, pieces: { b1: 'X' } },
  turn: 'blue',
  legal: ['a1', 'a2', 'b2'],
  lastMove: 'b1',
  last: [null, 1],
  interactive: true,
};

board(
  'any game: hexagons, and a game that says nothing of itself but its name',
  { name: 'hex', players: ['red', 'blue'] },
  HEXES,
  {},
  async ({ page, made, square }) => {
    assert.equal(await page.locator('.field').count(), 4);
    assert.deepEqual((await page.locator('.coordinates text').allTextContents()).sort(), ['1', '2', 'a', 'b']);
    assert.equal(await page.locator('.above .last').getAttribute('data-on'), 'b1');
    assert.equal(await page.locator('[data-at=b1]').getAttribute('data-piece'), 'red');
    await square('a2').click();
    await page.locator('svg.board').focus();
    for (const key of ['Home', 'ArrowDown', 'ArrowRight', 'Enter']) await page.keyboard.press(key);
    assert.deepEqual(await made(), ['a2', 'b2']);
  },
);

/** A finger that goes from place to place, resting first for `rest` milliseconds. */
async function fingerOf(page) {
  const devtools = await page.context().newCDPSession(page);
  const send = (type, ...touchPoints) => devtools.send('Input.dispatchTouchEvent', { type, touchPoints });
  return {
    async stroke(from, to, rest = 0) {
      await send('touchStart', from);
      await page.waitForTimeout(rest);
      for (let step = 1; step <= 6; step += 1) {
        const at = (axis) => from[axis] + ((to[axis] - from[axis]) * step) / 6;
        await send('touchMove', { x: at('x'), y: at('y') });
        await page.waitForTimeout(20);
      }
      await send('touchEnd');
      await page.waitForTimeout(500);
    },
  };
}
