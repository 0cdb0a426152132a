import assert from 'node:assert/strict';
import { test } from 'node:test';
import { en } from '../../assets/js/i18n/en.js';
import { zh } from '../../assets/js/i18n/zh.js';
import { LESSONS, lessonOf, readingOf } from '../../assets/js/panels/lab/lessons.js';

const row = (searcher, nodes, more = {}) => ({ searcher, nodes, finished: true, skipped: null, ...more });
const rowsOf = (id, ...nodes) => LESSONS.find((lesson) => lesson.id === id).searchers.map((searcher, i) => row(searcher, nodes[i]));
const read = (rows) => readingOf(lessonOf(rows), rows);

test('a question is known by its searchers, whatever the order of their options', () => {
  for (const lesson of LESSONS) assert.equal(lessonOf(rowsOf(lesson.id, 1, 1, 1, 1)), lesson);
  assert.equal(lessonOf([row('alphabeta,table=off', 1), row('alphabeta,table=off,counter_moves=off,history=off,killers=off', 2)]).id, 'order');
  assert.equal(lessonOf([row('pvs', 1), row('mtdf', 2)]), null);
  assert.equal(lessonOf([]), null);
});

test('figures are read: how many times, who needs least, what made no difference', () => {
  const cuts = read(rowsOf('cuts', 10_000, 400));
  assert.deepEqual(cuts, { key: 'cuts', counts: { many: 10_000, few: 400, root: 100 }, values: { times: '25.0' } });
  assert.equal(read([row('minimax', 0, { skipped: 'about 9e9 nodes', finished: false }), row('alphabeta', 7)]).key, 'cuts.skipped');
  assert.deepEqual(read(rowsOf('table', 100, 250)).values, { times: '2.5' });
  assert.equal(read(rowsOf('table', 100, 101)).key, 'table.same');
  assert.deepEqual([read(rowsOf('table', 300, 100)).key, read(rowsOf('table', 300, 100)).values.times], ['dearer', '3.0']);
  const field = read(rowsOf('windows', 900, 400, 300, 600));
  assert.deepEqual(field.values, { best: 'pvs', worst: 'alphabeta', times: '3.0' });
  const course = [1, 2, 3, 4].map((depth) => ({ depth, nodes: 10 * 3 ** depth }));
  assert.deepEqual(read([row('pvs', 810, { course })]).values, { times: '3.0', n: 4 });
});

test('nothing is read before all is there', () => {
  const [first, second] = rowsOf('table', 100, 250);
  const lesson = lessonOf([first, second]);
  assert.equal(readingOf(lesson, [first]), null);
  assert.equal(readingOf(lesson, [first, { ...second, finished: false }]), null);
  assert.equal(read([row('pvs', 5, { course: [] })]), null);
});

test('each question and each reading has its text in both languages', () => {
  const keys = LESSONS.flatMap(({ id, kind }) => [
    `lab.lesson.${id}`,
    `lab.reading.${id}`,
    ...(kind === 'pair' ? [`lab.reading.${id}.same`, 'lab.reading.dearer'] : []),
    ...(kind === 'cuts' ? [`lab.reading.${id}.skipped`] : []),
  ]);
  for (const texts of [en, zh]) for (const key of keys) assert.ok(texts[key]?.length > 3, key);
});
