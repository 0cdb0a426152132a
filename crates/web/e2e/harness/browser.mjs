/** The browser under test, and what it stands for. */

import { existsSync } from 'node:fs';
import { chromium } from 'playwright-core';

/** Debian's Chromium; the one that never shows a window needs a second less for each test. */
const debian = ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium'];

/** The browser of `$CHROMIUM`, or Debian's. The flags keep it off the network; a container has no sandbox to offer. */
export function launch() {
  return chromium.launch({
    executablePath: process.env.CHROMIUM ?? debian.find(existsSync) ?? debian.at(-1),
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
    ],
  });
}

/** A small telephone. */
export const phone = { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true, deviceScaleFactor: 2 };
