/** Nothing is lost: not with the connection, not with the page, not with the server. */

import assert from 'node:assert/strict';
import { Boyi } from '../harness/boyi.mjs';
import { Gate } from '../harness/gate.mjs';
import { link } from '../harness/link.mjs';
import { CUT } from '../harness/problems.mjs';
import { scenario } from '../harness/scenario.mjs';
import { Server } from '../harness/server.mjs';

const refused = [...CUT, /status 5/];
const lost = (boyi) => boyi.page.locator('#connection[data-state=lost]').waitFor({ state: 'attached' });

/** Drops the page's connection and waits until the page has seen it go. */
const drop = (boyi) =>
  boyi.page.evaluate(() => {
    const connection = document.querySelector('#connection');
    const gone = new Promise((resolve) => {
      new MutationObserver((_, observer) => {
        if (connection.dataset.state !== 'lost') return;
        observer.disconnect();
        resolve();
      }).observe(connection, { attributes: true });
    });
    window.boyi.socket.drop();
    return gone;
  });

/** Three of the person's moves against level 1; what is then on the board. */
async function middle(boyi) {
  for (let move = 0; move < 3; move += 1) await playAny(boyi);
  const { room, ply } = await boyi.until({ state: 'playing' });
  return { room, ply, moves: await boyi.moves(), pieces: await boyi.pieces() };
}

/** Plays whichever legal move comes first, and waits for the engine's answer. */
async function playAny(boyi) {
  const { ply, legal } = await boyi.game();
  await boyi.play(legal[0]);
  await boyi.until({ state: 'playing', ply: ply + 2 });
}

/** Fails unless the page shows what `before` was, in the same room, and the engine still answers. */
async function same(boyi, before, { room = true } = {}) {
  const now = await boyi.until({ state: 'playing', ply: before.ply });
  if (room) assert.equal(now.room, before.room);
  assert.deepEqual(await boyi.moves(), before.moves);
  assert.deepEqual(await boyi.pieces(), before.pieces);
  await playAny(boyi);
}

const game = link('xiangqi', { players: ['human', 'level=1'] });

scenario('a dropped connection resumes the same room', { link: game, expected: refused }, async (boyi) => {
  const before = await middle(boyi);
  await drop(boyi);
  await boyi.ready();
  await same(boyi, before);
});

scenario(
  'a network that fails for a while is survived, and said',
  { link: false, expected: refused },
  async (boyi, { server }) => {
    const gate = await Gate.before(server.port);
    try {
      boyi.url = gate.url;
      await boyi.open(game);
      const before = await middle(boyi);
      gate.cut();
      await lost(boyi);
      assert.ok(await boyi.page.locator('#connection').isVisible(), 'the loss is told');
      gate.mend();
      await boyi.ready();
      await same(boyi, before);
    } finally {
      gate.close();
    }
  },
);

scenario(
  'the engine goes on thinking while the connection is lost',
  { link: link('gomoku', { players: ['human', 'pvs,time=3s'] }) },
  async (boyi) => {
    await boyi.play('h8');
    await boyi.until({ state: 'thinking' });
    await drop(boyi);
    await boyi.until({ state: 'playing', ply: 2 });
  },
);

scenario('a reload resumes the same room', { link: game }, async (boyi) => {
  const before = await middle(boyi);
  await boyi.page.reload();
  await boyi.ready();
  await same(boyi, before);
});

scenario('a link shows the same position to somebody else', { link: game }, async (boyi, { another }) => {
  const before = await middle(boyi);
  await boyi.link();
  const other = await another();
  await other.page.goto(boyi.page.url());
  await other.ready();
  const { room, ply } = await other.until({ ply: before.ply });
  assert.notEqual(room, before.room, 'a game of their own');
  assert.equal(ply, before.ply);
  assert.deepEqual(await other.pieces(), before.pieces);
  assert.deepEqual(await other.moves(), before.moves);
});

scenario('a second window of the same game sees every move of the first', { link: game }, async (boyi) => {
  const { room, ply } = await middle(boyi);
  const opened = boyi.page.waitForEvent('popup');
  await boyi.page.evaluate(() => void window.open(location.href));
  const other = new Boyi(await opened, boyi.url);
  await other.ready();
  assert.equal((await other.until({ ply })).room, room);
  await playAny(boyi);
  await other.until({ ply: ply + 2, state: 'playing' });
  assert.deepEqual(await other.pieces(), await boyi.pieces());
  await other.button('undo');
  await boyi.until({ ply });
});

scenario('another link opened in the same tab is followed', { link: game }, async (boyi) => {
  await middle(boyi);
  await boyi.follow(link('othello', { line: 'startpos moves f5 d6' }));
  await boyi.page.locator('svg.board[data-game=othello]').waitFor();
  await boyi.until({ ply: 2 });
  assert.deepEqual(await boyi.moves(), ['f5', 'd6']);
});

scenario('a broken link gives a game and a message, not a broken page', { link: false }, async (boyi) => {
  await boyi.open(link('xiangqi', { line: 'startpos moves h2e2 zz99' }));
  await boyi.page.locator('[role=alert]', { hasText: /\S/ }).first().waitFor();
  await boyi.until({ state: ['playing', 'thinking'] });
});

{
  let mine;
  const own = async () => (mine = await Server.start());
  scenario(
    'a server that was started again gets the game back from the page',
    { own, link: game, expected: refused },
    async (boyi, { server }) => {
      const before = await middle(boyi);
      const { port } = server;
      await server.stop();
      await lost(boyi);
      mine = await Server.start({ port });
      try {
        await boyi.ready();
        await same(boyi, before, { room: false });
      } finally {
        await mine.stop();
      }
    },
  );
}
