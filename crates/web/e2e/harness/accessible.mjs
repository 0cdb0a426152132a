/** Asks axe-core whether people with disabilities can use what the page shows. */

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** Fails with every serious or critical violation that axe-core finds in `page` as it stands; `where` names it. */
export async function accessible(page, where) {
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(axe);
  await page.evaluate(settled);
  const { violations } = await page.evaluate(() => globalThis.axe.run({ resultTypes: ['violations'] }));
  const grave = violations.filter(({ impact }) => ['serious', 'critical'].includes(impact));
  const told = grave.map(({ id, impact, help, nodes }) => {
    const places = nodes.slice(0, 6).map((node) => `    ${node.target.join(' ')}: ${node.any[0]?.message ?? ''}`);
    return `  ${impact} ${id}: ${help}\n${places.join('\n')}`;
  });
  assert.equal(grave.length, 0, `${where}:\n${told.join('\n')}`);
}

/**
 * Waits, in the page, until colours that change have changed: half-way they are nobody's choice. One change may start
 * another, and a clock's never ends: so a few rounds, no more, and none for longer than a second, since a browser that
 * draws nothing at the moment ends no change either.
 */
async function settled() {
  const atMost = (waiting) => Promise.race([waiting, new Promise((over) => setTimeout(over, 1000))]);
  for (let round = 0; round < 4; round += 1) {
    await atMost(new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))));
    const changes = document.getAnimations().filter((animation) => animation instanceof CSSTransition);
    if (changes.length === 0) return;
    await atMost(Promise.allSettled(changes.map(({ finished }) => finished)));
  }
}
