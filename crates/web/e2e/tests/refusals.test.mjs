/** What the server refuses is told in Chinese, too: real refusals, by the page's own words. */

import assert from 'node:assert/strict';
import { createTranslator, loadLanguage } from '../../assets/js/i18n/index.js';
import { serverMessage } from '../../assets/js/i18n/messages.js';
import { scenario } from '../harness/scenario.mjs';

const REFUSED = [
  ['open', { game: 'gomoku', line: 'startpos moves h8 h8' }],
  ['open', { game: 'gomoku', line: 'startpos moves h8 z99' }],
  ['open', { game: 'gomoku', line: 'nonsense' }],
  ['open', { game: 'gomoku', settings: { size: '99' } }],
  ['open', { game: 'gomoku', settings: { rule: 'renju' }, line: 'startpos moves h9 a1 h10 a15 i8 o1 j8 o15 h8' }],
  ['open', { game: 'othello', line: 'startpos moves a1' }],
  ['open', { game: 'othello', line: 'startpos moves pass' }],
  ['open', { game: 'othello', line: 'XO' }],
  ['open', { game: 'othello', record: 'f5 f5' }],
  ['open', { game: 'xiangqi', line: 'startpos moves h2h9 h2h2' }],
  ['open', { game: 'xiangqi', line: 'startpos moves a0a9' }],
  ['open', { game: 'xiangqi', line: 'startpos moves a9a8' }],
  ['open', { game: 'xiangqi', line: 'startpos moves hello' }],
  ['open', { game: 'xiangqi', line: '4k4/9 w' }],
  ['open', { game: 'xiangqi', line: '4k4/9/9/9/9/9/9/9/9/9 w' }],
  ['open', { game: 'xiangqi', line: '4k4/9/9/9/9/9/9/9/9/4K4 w' }],
  ['open', { game: 'chess' }],
  ['join', { room: 'nowhere' }],
  ['play', { move: 'zz', ply: 0 }],
  ['go', { engine: 'nobody' }],
  ['go', { engine: 'pvs,nothing=1' }],
  ['go', { engine: 'pvs,hash=99999' }],
  ['go', { engine: 'level=99' }],
  ['go', { engine: 'level=1,eval.corners=99999' }],
  ['analyze', { on: true, lines: 99 }],
  ['import', { text: 'nonsense' }],
];

scenario('refusals are told in Chinese', {}, async (boyi, { note }) => {
  await loadLanguage('zh');
  const t = createTranslator('zh');
  await boyi.newGame({ game: 'othello', players: ['human', 'human'] });
  const messages = await boyi.page.evaluate(
    (all) => Promise.all(all.map(([name, args]) => window.boyi.socket.request(name, args).then(() => null, ({ message }) => message))),
    REFUSED,
  );
  const untold = [];
  messages.forEach((message, index) => {
    if (message === null) return note(`not refused: ${REFUSED[index]}`);
    const told = serverMessage(message, t);
    note(`${message} -> ${told}`);
    // Names and moves may stay as they are, sentences may not.
    if (!/\p{Script=Han}/u.test(told) || /[a-z]{3,} [a-z]{2,} [a-z]{2,}/i.test(told)) untold.push(`${message} -> ${told}`);
  });
  assert.deepEqual(untold, []);
  assert.ok(messages.filter(Boolean).length >= 24);
});
