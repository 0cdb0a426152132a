/** No serious or critical violation anywhere, by axe-core. */

import assert from 'node:assert/strict';
import { accessible } from '../harness/accessible.mjs';
import { Gate } from '../harness/gate.mjs';
import { link } from '../harness/link.mjs';
import { phone } from '../harness/browser.mjs';
import { CUT } from '../harness/problems.mjs';
import { scenario } from '../harness/scenario.mjs';

const middle = {
  gomoku: 'startpos moves h8 i9 h9 g9 i8 j8',
  othello: 'startpos moves f5 d6 c3 d3',
  xiangqi: 'startpos moves h2e2 h9g7 h0g2 g6g5',
};
for (const theme of ['light', 'dark']) {
  for (const language of ['en', 'zh']) {
    const further = (theme === 'dark') !== (language === 'zh');
    scenario(`${theme}, ${language}: start, games, dialogs, laboratory`, { further }, async (boyi) => {
      const { page } = boyi;
      const look = (where) => accessible(page, `${where}, ${theme}, ${language}`);
      await boyi.theme(theme);
      await boyi.speak(language);
      await look('the start page');
      for (const [game, line] of Object.entries(middle)) {
        await boyi.follow(link(game, { players: ['human', 'level=1'], line }));
        await page.locator(`svg.board[data-game=${game}]`).waitFor();
        await boyi.until({ ply: { least: 4 }, state: 'playing' });
        await boyi.button('hint');
        await page.locator('svg.board .hint').first().waitFor({ state: 'attached' });
        await look(`${game} with a hint`);
      }
      for (const [button, dialog] of [
        ['new-game', 'new-game-dialog'],
        ['saved', 'saved-dialog'],
        ['import', 'import-dialog'],
        ['export', 'export-dialog'],
      ]) {
        await boyi.button(button);
        await page.locator(`#${dialog}`).waitFor();
        await look(dialog);
        await page.keyboard.press('Escape');
        await page.locator(`#${dialog}`).waitFor({ state: 'hidden' });
      }
      await page.locator('#lab').scrollIntoViewIfNeeded();
      await page.locator('#lab-limit-kind').selectOption('depth');
      await page.locator('#lab-limit').fill('3');
      await boyi.button('lab-run');
      await page.waitForFunction(
        () => document.querySelector('#lab-table tbody tr') && document.querySelector('#lab-stop').disabled,
      );
      await look('the laboratory with results');
      await boyi.player(1, { searcher: 'pvs', depth: 4, time: null });
      await look("a searcher of one's own");
      await boyi.button('analyze');
      await page.locator('#analysis [data-line]').first().waitFor();
      await look('analysis');
    });
  }
}

for (const colorScheme of ['light', 'dark']) {
  for (const locale of ['en-GB', 'zh-CN']) {
    const further = (colorScheme === 'dark') === (locale === 'zh-CN');
    scenario(`phone, ${colorScheme}, ${locale}: each game`, { ...phone, colorScheme, locale, further }, async (boyi) => {
      for (const [game, line] of Object.entries(middle)) {
        await boyi.follow(link(game, { players: ['human', 'level=1'], line }));
        await boyi.page.locator(`svg.board[data-game=${game}]`).waitFor();
        await accessible(boyi.page, `${game} on a phone`);
      }
    });
  }
}

scenario('a button without a name would be found', {}, async (boyi) => {
  await boyi.page.evaluate(() => document.querySelector('main').append(document.createElement('button')));
  await assert.rejects(accessible(boyi.page, 'a page with a fault'), /critical button-name/);
});

scenario(
  'a game that is over',
  { link: link('gomoku', { line: 'startpos moves h8 a1 i8 a2 j8 a3 k8 a4 l8' }) },
  async (boyi) => {
    await boyi.until({ state: 'over' });
    await accessible(boyi.page, 'a game over');
  },
);

scenario('a message of an error', {}, async (boyi) => {
  await boyi.button('import');
  await boyi.page.locator('#import-text').fill('no record');
  await boyi.button('import-start');
  await boyi.page.locator('[role=alert]:visible', { hasText: /\S/ }).first().waitFor();
  await accessible(boyi.page, 'an error');
});

scenario('a lost connection', { link: false, expected: CUT }, async (boyi, { server }) => {
  const gate = await Gate.before(server.port);
  try {
    boyi.url = gate.url;
    await boyi.open();
    gate.cut();
    await boyi.page.locator('#connection[data-state=lost]').waitFor();
    await accessible(boyi.page, 'the connection lost');
  } finally {
    gate.close();
  }
});
