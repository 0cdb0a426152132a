/** Draws the icons of the installed page out of its favicon. */

import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { launch } from './harness/browser.mjs';

const assets = new URL('../assets/', import.meta.url);
const favicon = await readFile(new URL('favicon.svg', assets), 'utf8');
/** An icon that a system cuts to its own shape: the ground to the edges, the picture well within. */
const ground = (share) =>
  favicon
    .replace('rx="7" ', '')
    .replace(/(<rect[^>]*>)(.*)(<\/svg>)/s, (_, rect, rest, end) =>
      `${rect}<g transform="translate(16 16) scale(${share}) translate(-16 -16)">${rest}</g>${end}`);
const ICONS = {
  'icon-192': [192, favicon],
  'icon-512': [512, favicon],
  'maskable-512': [512, ground(0.8)],
  'apple-180': [180, ground(0.9)],
};

const browser = await launch();
await mkdir(new URL('icons/', assets), { recursive: true });
for (const [name, [size, drawing]] of Object.entries(ICONS)) {
  const page = await browser.newPage({ viewport: { width: size, height: size } });
  await page.setContent(`<style>body{margin:0}svg{display:block;width:${size}px;height:${size}px}</style>${drawing}`);
  const picture = await page.screenshot({ omitBackground: true });
  await writeFile(fileURLToPath(new URL(`icons/${name}.png`, assets)), picture);
  await page.close();
}
await browser.close();
