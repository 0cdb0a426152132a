/** Records of real games: pasted, loaded, stepped through, played on from, exported and read again. */

import assert from 'node:assert/strict';
import { readFile, writeFile, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { link } from '../harness/link.mjs';
import { scenario } from '../harness/scenario.mjs';
import * as records from '../harness/records.mjs';

const extension = { gomoku: 'psq', othello: 'txt', xiangqi: 'pgn' };

/** Records with a move that is not legal where it stands. */
const illegal = { gomoku: 'Piskvorky 15x15, 0:0, 0\n8,8,0\n8,8,0\n', othello: 'f5d6f5', xiangqi: '1. h2e2 h2e2' };

/** Pastes `text` as a record. */
async function paste(boyi, text) {
  await boyi.button('import');
  await boyi.page.locator('#import-text').fill(text);
  await boyi.button('import-start');
}

/** What the export dialog shows; the dialog is closed again. */
async function exported(boyi) {
  await boyi.button('export');
  const area = boyi.page.locator('#export-text');
  const text = await area.inputValue();
  await boyi.page.keyboard.press('Escape');
  await area.waitFor({ state: 'hidden' });
  return text;
}

/** The board's pieces, and how many moves led there. */
const shown = async (boyi) => ({
  ply: (await boyi.status()).ply,
  moves: await boyi.moves(),
  pieces: await boyi.pieces(),
});

for (const game of ['gomoku', 'othello', 'xiangqi']) {
  const { moves: listed, text } = records[game]();

  scenario(
    `${game}: a record is pasted, stepped through, played on from, and exported`,
    { link: `#${game}` },
    async (boyi, { another }) => {
      await paste(boyi, text);
      await boyi.until({ ply: { least: listed.length } });
      const moves = await boyi.moves();
      // A transcript of Othello leaves passes out.
      assert.deepEqual(
        moves.filter((move) => move !== 'pass'),
        listed,
      );
      const end = await shown(boyi);

      await boyi.button('first');
      await boyi.until({ ply: 0 });
      for (const ply of [1, 2, 3]) {
        await boyi.button('next');
        await boyi.until({ ply });
      }
      await boyi.button('previous');
      await boyi.until({ ply: 2 });
      assert.deepEqual(await boyi.moves(), moves.slice(0, 2));
      await boyi.button('last');
      await boyi.until({ ply: moves.length });
      assert.deepEqual(await shown(boyi), end);

      const record = await exported(boyi);
      const other = await another();
      await other.open(`#${game}`);
      await paste(other, record);
      await other.until({ ply: moves.length });
      assert.deepEqual(await shown(other), end, 'what is exported is read back');
      assert.equal(await exported(other), record, 'and exported alike');

      await boyi.page.locator('#moves [data-ply="7"]').click();
      await boyi.until({ ply: 7 });
      await boyi.button('go');
      await boyi.until({ ply: 8, state: ['playing', 'paused'] });
      assert.deepEqual((await boyi.moves()).slice(0, 7), moves.slice(0, 7), 'the engine goes on from there');
    },
  );

  scenario(
    `${game}: the record comes as a file, and is loaded from one`,
    { link: link(game, { line: `startpos moves ${listed.slice(0, 6).join(' ')}` }) },
    async (boyi) => {
      const { page } = boyi;
      await boyi.until({ ply: 6 });
      const before = await shown(boyi);
      await boyi.button('export');
      const [download] = await Promise.all([page.waitForEvent('download'), boyi.button('export-download')]);
      assert.match(download.suggestedFilename(), new RegExp(`\\.${extension[game]}$`));
      const file = await readFile(await download.path(), 'utf8');
      assert.match(file, { gomoku: /^Piskvorky 15x15/, othello: /f5/i, xiangqi: /\[/ }[game]);
      await page.keyboard.press('Escape');
      await page.locator('#export-text').waitFor({ state: 'hidden' });

      await boyi.button('undo');
      await boyi.until({ ply: 5 });
      const folder = await mkdtemp(path.join(tmpdir(), 'boyi-e2e-'));
      try {
        const name = path.join(folder, `game.${extension[game]}`);
        await writeFile(name, file);
        await boyi.button('import');
        await page.locator('#import-file').setInputFiles(name);
        await page.waitForFunction(
          () => document.querySelector('#import-text').value.trim() || !document.querySelector('#import-dialog').open,
        );
        if (await page.locator('#import-start').isVisible()) await boyi.button('import-start');
        await boyi.until({ ply: 6 });
        assert.deepEqual(await shown(boyi), before);
      } finally {
        await rm(folder, { recursive: true });
      }
    },
  );

  scenario(
    `${game}: malformed records are refused with a message and change nothing`,
    { link: link(game) },
    async (boyi) => {
      const { page } = boyi;
      await boyi.play({ gomoku: 'h8', othello: 'f5', xiangqi: 'h2e2' }[game]);
      const [before, { version }] = [await shown(boyi), await boyi.status()];
      for (const bad of ['no record at all', illegal[game], '\u0000\u{1F600}'.repeat(20)]) {
        await paste(boyi, bad);
        await page.locator('#import-dialog [role=alert]', { hasText: /\S/ }).waitFor();
        assert.equal(await page.locator('#import-text').inputValue(), bad, 'the text may be mended');
        await page.keyboard.press('Escape');
        await page.locator('#import-dialog').waitFor({ state: 'hidden' });
      }
      assert.equal((await boyi.status()).version, version);
      assert.deepEqual(await shown(boyi), before);
      await boyi.play({ gomoku: 'i9', othello: 'd6', xiangqi: 'h9g7' }[game]);
    },
  );
}
