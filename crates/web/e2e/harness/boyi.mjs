/** The page as a person uses it: looks at the board, clicks squares and buttons, waits for what happens. */

import { read } from './link.mjs';

/** Milliseconds until a wait is a failure; a search of a level takes a second on a busy machine. */
const PATIENCE = 20_000;

export class Boyi {
  /** Takes over `page`, which shows `url` or will. */
  constructor(page, url) {
    this.page = page;
    this.url = url;
    page.setDefaultTimeout(PATIENCE);
  }

  /** Opens the page, with a link's `fragment`, and waits until it is connected and shows a board. */
  async open(fragment = '') {
    await this.page.goto(this.url + fragment);
    await this.ready();
  }

  /** Waits until the page is connected and shows a game. */
  async ready() {
    await this.page.locator('#connection[data-state=open]').waitFor({ state: 'attached' });
    await this.page.locator('#status[data-ply]').waitFor({ state: 'attached' });
    await this.page.locator('#board-host svg.board').waitFor();
  }

  /** The status line's data: `state`, `mover`, `ply`, `version`, `room`, numbers as numbers. */
  async status() {
    const { state, mover, ply, version, room } = await this.page
      .locator('#status')
      .evaluate(({ dataset }) => ({ ...dataset }));
    return { state, mover: Number(mover), ply: Number(ply), version: Number(version), room };
  }

  /** Waits until the status line's data are as in `wanted`: a value, or `{ least }`, or a list of values. */
  async until(wanted, timeout = PATIENCE) {
    await this.page
      .waitForFunction(
        (wanted) => {
          const { dataset } = document.querySelector('#status');
          return Object.entries(wanted).every(([name, value]) => {
            if (Array.isArray(value)) return value.includes(dataset[name]);
            if (typeof value === 'object') return Number(dataset[name]) >= value.least;
            return dataset[name] === String(value);
          });
        },
        wanted,
        { timeout },
      )
      .catch(async (error) => {
        const now = JSON.stringify(await this.status());
        throw new Error(`not ${JSON.stringify(wanted)} within ${timeout} ms, but ${now}`, { cause: error });
      });
    return this.status();
  }

  /** Waits until the game of a link, which waits while it is shown first, goes on for a person to move. */
  async settled() {
    await this.page.waitForFunction(() => !window.boyi.state().game.paused);
  }

  /** The game as the server told it last. */
  game() {
    return this.page.evaluate(() => window.boyi.state().game);
  }

  /** The moves that led to the position on the board. */
  async moves() {
    const { moves, ply } = await this.game();
    return moves.slice(0, ply);
  }

  /** What the page's address says once it has caught up: `{ game, rules, line, moves, players }`. */
  async link() {
    const { game, line } = await this.game();
    const moves = line.split(/\bmoves\s+/)[1] ?? '';
    await this.page.waitForFunction(
      ([game, moves]) => {
        const fragment = new URLSearchParams(location.hash.split('?')[1]);
        return location.hash.startsWith(`#${game}`) && (fragment.get('line') ?? '').endsWith(moves);
      },
      [game, moves],
    );
    return read(new URL(this.page.url()).hash);
  }

  /** Follows a link in this window, even while the page is about to write its own into the address. */
  async follow(fragment) {
    await this.page.goto(this.url + fragment);
  }

  /** What stands on the board: square to piece, read from the drawing. */
  pieces() {
    return this.page.locator('svg.board').evaluate((board) => {
      const drawn = [...board.querySelectorAll('[data-piece][data-at]')];
      return Object.fromEntries(drawn.map((piece) => [piece.dataset.at, piece.dataset.piece]).sort());
    });
  }

  /** The squares that the board offers. */
  offered() {
    return this.page
      .locator('svg.board [data-square].legal')
      .evaluateAll((all) => all.map((one) => one.dataset.square));
  }

  /** The middle of a square in the window, scrolled into view at once and not gently, once it rests: a gentle scroll may be under way. */
  at(square) {
    return this.page.locator(`svg.board [data-square="${square}"]`).evaluate(async (hit) => {
      hit.scrollIntoView({ behavior: 'instant', block: 'nearest' });
      const frame = () => new Promise(requestAnimationFrame);
      let box = hit.getBoundingClientRect();
      for (let before = {}; box.x !== before.x || box.y !== before.y; box = hit.getBoundingClientRect()) {
        before = box;
        await frame();
        await frame();
      }
      return [box.x + box.width / 2, box.y + box.height / 2];
    });
  }

  /** The cells by which a move is entered: one, or where it comes from and goes to, or the jumps of a route. */
  async route(move) {
    const { routes, shape } = await this.game();
    return routes[move]?.[0].map((cell) => shape.names[cell]) ?? [move];
  }

  /** Presses the middle of a square. */
  async press(square) {
    await this.page.mouse.click(...(await this.at(square)));
  }

  /** Plays by clicks: the point; or the piece, then its target. */
  click(move) {
    return this.#choose(move, (at) => this.page.mouse.click(...at));
  }

  /** Plays by taps of a finger. */
  tap(move) {
    return this.#choose(move, (at) => this.page.touchscreen.tap(...at));
  }

  async #choose(move, press) {
    const [first, ...others] = await this.route(move);
    await press(await this.at(first));
    for (const cell of others) {
      await this.page.locator(`svg.board [data-square="${cell}"].target`).waitFor({ state: 'attached' });
      await press(await this.at(cell));
    }
  }

  /** Plays a move that is not made on the board, as a pass. */
  aside(move) {
    return this.page.locator(`#moves-aside [data-move="${move}"]`).click();
  }

  /** Plays by dragging the piece to its target. */
  async drag(move) {
    const [from, to] = await this.route(move);
    const { mouse } = this.page;
    await mouse.move(...(await this.at(from)));
    await mouse.down();
    await mouse.move(...(await this.at(to)), { steps: 5 });
    await mouse.up();
  }

  /** Plays by the keyboard alone: arrows to the square, then Enter. */
  async type(move) {
    await this.page.locator('svg.board').focus();
    await this.page.keyboard.press('ArrowRight'); // The first arrow shows the cursor.
    for (const square of await this.route(move)) {
      await this.steer(square);
      await this.page.keyboard.press('Enter');
    }
  }

  /** Steers the board's cursor to `square` by arrow keys, whichever way round the board is: to its row, then along it. */
  async steer(square) {
    for (const [axis, back, forth] of [
      [1, 'ArrowUp', 'ArrowDown'],
      [0, 'ArrowLeft', 'ArrowRight'],
    ]) {
      const steps = await this.page.locator('svg.board').evaluate(
        (board, [square, axis]) => {
          const middle = (element) => {
            const { x, y, width, height } = element.getBoundingClientRect();
            return [Math.round(x + width / 2), Math.round(y + height / 2)];
          };
          const hits = [...board.querySelectorAll('[data-square]')].map((hit) => [hit.dataset.square, middle(hit)]);
          const places = new Map(hits);
          const [from, to] = [places.get(board.querySelector('.cursor').dataset.on), places.get(square)];
          // Rows of the board, or cells of the row: what is a pixel away is the same.
          const others = hits.map(([, place]) => place).filter((place) => axis === 1 || Math.abs(place[1] - to[1]) < 3);
          const lines = others.map((place) => place[axis]).sort((a, b) => a - b);
          const rows = lines.filter((line, index) => index === 0 || line - lines[index - 1] > 3);
          const nearest = (at) => rows.findIndex((line) => Math.abs(line - at) <= 3);
          return nearest(to[axis]) - nearest(from[axis]);
        },
        [square, axis],
      );
      for (let step = 0; step < Math.abs(steps); step += 1) await this.page.keyboard.press(steps > 0 ? forth : back);
    }
  }

  /** Plays `move` by `means` (a method's name) and waits until the page shows it played. */
  async play(move, means = 'click') {
    const { ply } = await this.status();
    await this[means](move);
    return this.until({ ply: { least: ply + 1 } });
  }

  /** Plays the first point offered, once any is; for games whose moves are points. */
  async playAny() {
    await this.page.locator('svg.board [data-square].legal').first().waitFor({ state: 'attached' });
    const [square] = await this.offered();
    return this.play(square);
  }

  /** Clicks the button or control `id`. */
  button(id) {
    return this.page.locator(`#${id}`).click();
  }

  /** Begins a game by the dialog; `players` are `'human'` or levels, at most one level that counts. */
  async newGame({ game, players }) {
    await this.button('new-game');
    const dialog = this.page.locator('#new-game-dialog');
    const choose = (name, value) => dialog.locator(`label:has(input[name=${name}][value=${value}])`).click();
    const level = players.find((player) => player !== 'human');
    const people = players.filter((player) => player === 'human').length;
    await choose('game', game);
    await choose('mode', ['engine-engine', 'human-engine', 'two-humans'][people]);
    if (people === 1) await choose('first', players[0] === 'human' ? 'human' : 'engine');
    if (level) await dialog.locator('input[name=level]').fill(String(level));
    const { room } = await this.status();
    await this.button('new-game-start');
    await dialog.waitFor({ state: 'hidden' });
    await this.page.waitForFunction((room) => document.querySelector('#status').dataset.room !== room, room);
    await this.page.locator(`svg.board[data-game=${game}]`).waitFor();
  }

  /** Resigns. */
  async resign() {
    await this.button('resign');
    return this.until({ state: 'over' });
  }

  /** Starts over by the button `id`: `restart` or `swap`. */
  async restart(id) {
    const { room } = await this.status();
    await this.button(id);
    await this.page.waitForFunction((room) => document.querySelector('#status').dataset.room !== room, room);
    return this.status();
  }

  /** Sets player `index`: `human`, a level, or `{ searcher, depth, time }` of one's own. */
  async player(index, who) {
    const host = this.page.locator(`#player-${index}`);
    const kind = host.locator('select.kind');
    if (who === 'human') {
      await kind.selectOption('human');
    } else if (typeof who === 'number') {
      await kind.selectOption('level');
      await host.locator('input.level').fill(String(who));
    } else {
      await kind.selectOption('custom');
      await host.locator('select.searcher').selectOption(who.searcher);
      for (const name of ['depth', 'time']) await this.enter(host.locator(`input.${name}`), who[name] ?? '');
    }
  }

  /** Changes one of the weights of player `index`'s evaluator by `by`. */
  async weigh(index, name, by) {
    const host = this.page.locator(`#player-${index}`);
    const weights = host.locator('details.weights');
    if (!(await weights.evaluate(({ open }) => open))) await weights.locator('summary').click();
    const input = host.locator(`input[name="eval.${name}"]`);
    await this.enter(input, Number(await input.inputValue()) + by);
  }

  /** Enters `value` into a field and leaves it. */
  async enter(field, value) {
    await field.fill(String(value));
    await field.press('Tab');
  }

  /** Chooses the page's language, `en` or `zh`. */
  async speak(language) {
    await this.page.locator('#lang').selectOption(language);
    await this.page.waitForFunction((language) => document.documentElement.lang.startsWith(language), language);
  }

  /** Chooses `light`, `dark` or `auto`. */
  theme(name) {
    return this.page.locator('#theme').selectOption(name);
  }

  /** Switches what the board shows, or `sounds`. */
  option(name, on) {
    return this.page.locator(name === 'sounds' ? '#sounds' : `#opt-${name}`).setChecked(on);
  }

  /** The text that `selector` shows. */
  text(selector) {
    return this.page.locator(selector).first().innerText();
  }
}
