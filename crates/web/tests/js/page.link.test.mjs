import assert from 'node:assert/strict';
import { test } from 'node:test';
import { formatExperiment, formatLink, lineOf, parseLink } from '../../assets/js/link.js';

test('a link names game, settings and line', () => {
  const game = { game: 'gomoku', settings: { rule: 'renju', size: '15' }, line: 'startpos moves h8 i9' };
  assert.equal(formatLink(game), '#gomoku?rule=renju&size=15&line=startpos+moves+h8+i9');
  assert.deepEqual(parseLink(formatLink(game)), { ...game, players: null, experiment: null });
});

test('the start goes without saying', () => {
  assert.equal(formatLink({ game: 'othello', settings: {}, line: 'startpos' }), '#othello');
  assert.deepEqual(parseLink('#othello'), { game: 'othello', settings: {}, line: null, players: null, experiment: null });
});

test('positions with spaces, slashes and colons come back as they were', () => {
  for (const line of [
    'X:h8i9 O:j10 turn:X moves a1',
    'rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1 moves h2e2',
    'a+b&c=d#e%f',
  ]) {
    assert.equal(parseLink(formatLink({ game: 'xiangqi', line })).line, line);
  }
});

test('players travel with their options', () => {
  const players = [{ kind: 'human' }, { kind: 'engine', engine: 'pvs,depth=6,eval.corners=40' }];
  assert.deepEqual(parseLink(formatLink({ game: 'othello', line: 'startpos', players })).players, players);
  assert.equal(parseLink('#othello?player=human').players, null);
});

test('what is no link of ours is none', () => {
  for (const text of ['', '#', '#board-host', '#?line=a', '#Gomoku', '#a b']) assert.equal(parseLink(text), null, text);
});

test('a broken escape is no crash', () => {
  assert.equal(parseLink('#gomoku?line=%E0%A4%A').game, 'gomoku');
});

test('a line is a start and its moves', () => {
  assert.equal(lineOf('startpos', []), 'startpos');
  assert.equal(lineOf('startpos', ['h8', 'i9']), 'startpos moves h8 i9');
});

test('a link carries an experiment beside the game', () => {
  const experiment = { searchers: ['pvs', 'pvs,table=off'], kind: 'depth', limit: 6, full: true };
  const game = { game: 'gomoku', settings: { rule: 'renju' }, line: 'startpos moves h8' };
  const read = parseLink(formatLink(game) + formatExperiment(experiment));
  assert.deepEqual(read, { ...game, players: null, experiment });
  const short = { searchers: ['mtdf'], kind: 'time', limit: 0.5, full: false };
  assert.deepEqual(parseLink(`#othello?${formatExperiment(short)}`).experiment, short);
  for (const broken of ['lab=depth:x&searcher=pvs', 'lab=depth:6', 'lab=width:6&searcher=pvs', 'searcher=pvs'])
    assert.equal(parseLink(`#othello?${broken}`).experiment, null, broken);
});
