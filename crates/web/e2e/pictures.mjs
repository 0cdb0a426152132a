/** Draws the pictures of the README and the guide: `npm run pictures` writes docs/pictures anew, all or those named. */

import { mkdir, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { Boyi } from './harness/boyi.mjs';
import { launch, phone } from './harness/browser.mjs';
import { link } from './harness/link.mjs';
import { encode } from './harness/png.mjs';
import * as records from './harness/records.mjs';
import { Server, withOutsideGames } from './harness/server.mjs';

const folder = fileURLToPath(new URL('../../../docs/pictures/', import.meta.url));

/** The middle of a real game, a person to move. */
const middle = {
  gomoku: records.gomoku(5).moves.slice(0, 8),
  othello: records.othello().moves.slice(0, 22),
  xiangqi: records.xiangqi(1).moves.slice(0, 24),
};

const desk = { viewport: { width: 1180, height: 840 }, deviceScaleFactor: 1.25, reducedMotion: 'reduce' };

/** The link to the middle of `game`. */
const at = (game, players = ['human', 'level=5']) =>
  link(game, { line: `startpos moves ${middle[game].join(' ')}`, players });

/** A hint and three lines of analysis: the numbers stand still once the search has reached `depth`. */
async function think(boyi, depth) {
  await boyi.page.locator('#analysis-lines').fill('3');
  await boyi.page.locator('#analysis-lines').press('Tab');
  await boyi.button('analyze');
  await boyi.page.waitForFunction((depth) => {
    const told = document.querySelector('#thinking [data-field=depth]');
    return Number.parseInt(told.textContent, 10) >= depth && document.querySelector('svg.board .pv');
  }, depth);
}

/** The review of a game, at its last bad move. */
async function review(boyi) {
  await boyi.button('review');
  await boyi.page.waitForFunction(() => window.boyi.state().review?.state === 'done', undefined, { timeout: 90_000 });
  await boyi.button('review-previous');
  await boyi.page.locator('#review-verdict').waitFor();
}

/** An exercise, and half of what solves it. */
async function exercise(boyi) {
  const { page } = boyi;
  await boyi.button('exercises');
  await page.locator('#exercises-dialog .exercise-board[data-ply] svg.board').waitFor();
  await page.locator('#exercise-kind').selectOption({ label: 'Mate in 3' });
  await page.locator('#exercises-dialog h3', { hasText: 'Mate in 3' }).waitFor();
  await page.locator('#exercises-dialog [data-deed=hint]').click();
}

/** The cards of the rules, from the row with the horse. */
async function rules(boyi) {
  const { page } = boyi;
  await boyi.button('rules');
  const card = page.locator('#rules-dialog .rule', { hasText: 'The horse' }).first();
  await card.locator('svg.board').waitFor();
  await card.evaluate((node) => node.scrollIntoView({ block: 'start' }));
}

/** The laboratory with its results. */
async function experiment(boyi) {
  const { page } = boyi;
  const chosen = ['alphabeta', 'aspiration', 'pvs', 'mtdf', 'mcts'];
  for (const box of await page.locator('#lab-searchers input[name=searcher]').all()) {
    await box.setChecked(chosen.includes(await box.inputValue()));
  }
  await page.locator('#lab-limit-kind').selectOption('depth');
  await page.locator('#lab-limit').fill('8');
  await boyi.button('lab-run');
  await page.waitForFunction(
    () => document.querySelector('#lab-table tbody tr') && document.querySelector('#lab-stop').disabled,
  );
  await page.locator('#lab').scrollIntoViewIfNeeded();
}

/** A picture's pixels, its width and its height. */
async function pixels(browser, png) {
  const page = await browser.newPage();
  const [text, width, height] = await page.evaluate(
    async (source) => {
      const image = await createImageBitmap(await (await fetch(source)).blob());
      const canvas = new OffscreenCanvas(image.width, image.height);
      const pen = canvas.getContext('2d');
      pen.drawImage(image, 0, 0);
      const { data } = pen.getImageData(0, 0, image.width, image.height);
      const blob = new Blob([data]);
      const reader = new FileReader();
      await new Promise((resolve) => {
        reader.onload = resolve;
        reader.readAsDataURL(blob);
      });
      return [reader.result.split(',')[1], image.width, image.height];
    },
    `data:image/png;base64,${png.toString('base64')}`,
  );
  await page.close();
  return [Buffer.from(text, 'base64'), width, height];
}

const pictures = [
  { name: 'gomoku', context: { ...desk, colorScheme: 'light' }, link: at('gomoku'), act: (boyi) => think(boyi, 8) },
  { name: 'othello', context: { ...desk, colorScheme: 'dark' }, link: at('othello'), act: (boyi) => think(boyi, 10) },
  {
    name: 'xiangqi',
    context: { ...desk, colorScheme: 'light', locale: 'zh-CN' },
    link: at('xiangqi'),
    act: (boyi) => think(boyi, 8),
  },
  { name: 'rules', context: { ...desk, colorScheme: 'light' }, link: at('xiangqi'), act: rules },
  {
    name: 'over',
    context: { ...desk, colorScheme: 'light' },
    link: link('othello', { line: `startpos moves ${records.othello().moves.join(' ')}`, players: ['human', 'level=5'] }),
    act: (boyi) => boyi.page.locator('#over-review').waitFor(),
  },
  {
    name: 'review',
    context: { ...desk, colorScheme: 'light' },
    link: at('xiangqi', ['human', 'human']),
    act: review,
  },
  { name: 'exercise', context: { ...desk, colorScheme: 'light' }, link: at('xiangqi'), act: exercise },
  {
    name: 'laboratory',
    context: { ...desk, colorScheme: 'light' },
    link: at('othello', ['human', 'human']),
    act: experiment,
    of: '#lab',
  },
  {
    name: 'connect-four',
    context: { ...desk, colorScheme: 'light' },
    link: link('connect-four', { line: 'startpos moves d d c e c d', players: ['human', 'level=5'] }),
    act: (boyi) => think(boyi, 10),
    outside: true,
  },
  { name: 'phone', context: { ...phone, colorScheme: 'light' }, link: at('xiangqi') },
];

const names = process.argv.slice(2);
const chosen = ({ name }) => names.length === 0 || names.includes(name);

await mkdir(folder, { recursive: true });
const [browser, server, outside] = await Promise.all([
  launch(),
  Server.start(),
  Server.start({ program: withOutsideGames() }),
]);
try {
  for (const { name, context: options, link: fragment, act, of, outside: own } of pictures.filter(chosen)) {
    const context = await browser.newContext({ locale: 'en-GB', ...options });
    const boyi = new Boyi(await context.newPage(), (own ? outside : server).url);
    await boyi.open(fragment);
    await act?.(boyi);
    // A browser may show a new board's pieces a frame later than the board.
    await boyi.page.waitForTimeout(300);
    const what = of ? boyi.page.locator(of) : boyi.page;
    const shot = await what.screenshot();
    await writeFile(`${folder}${name}.png`, encode(...(await pixels(browser, shot))));
    await context.close();
  }
} finally {
  await browser.close();
  await Promise.all([server.stop(), outside.stop()]);
}
