import { isHumanTurn } from './game.js';
import { serverMessage } from './i18n/messages.js';
import { formatLink, lineOf, parseLink } from './link.js';
import { snapshotOf } from './memory.js';
import { stateAt } from './replay.js';

const LINK_PAUSE = 400;

/** The opening of another game like this one, as the server takes it. */
const openingOf = ({ swap }) => (swap ? { swap: swap.rule } : {});

/** A link shares the position, not who sits at the board. */
const linkTo = ({ game, settings, line }) => formatLink({ game, settings, line });

/**
 * The page's way into rooms: the first one, back after a lost connection or a reload, anew where the room is gone; and
 * the link in the address bar. Each game is an entry of the browser's history, so that "back" leads to the game before.
 */
export function createSession({ store, request, memory, notices, t }) {
  let entered = false;
  let linkTimer = null;
  /** The address as the page knows it: another one is a link that somebody has just opened here. */
  let address = location.hash;

  /** Whether another game is on its way: the one on the board is not to write its address any more. */
  let leaving = false;

  /** Makes `link` the address of the game on the board; another game than before is an entry of its own. */
  const own = (link) => {
    const room = store.state.game?.room ?? null;
    const entry = { own: true, room };
    if (history.state?.own && room && history.state.room && history.state.room !== room) history.pushState(entry, '', link);
    else history.replaceState(entry, '', link);
    address = location.hash;
    memory.saveLink(address);
  };

  /**
   * Whether the address is the page's own and not a link that somebody opened: the entry of the history says so after a
   * reload, even of an address just replaced; in a second window of the game only what is remembered does. A reload at
   * the instant when an entry is added comes to the one before, whose state the browser has lost.
   */
  const isOwn = () => history.state?.own === true || memory.links().includes(location.hash);

  const writeLink = () => {
    linkTimer = null;
    const { game } = store.state;
    if (!game || leaving || location.hash !== address) return;
    const link = linkTo(game);
    if (link !== address || history.state?.room !== game.room) own(link);
  };

  const fail = (error, key) => {
    if (error.field !== 'connection')
      notices.show(t(key, { what: t('field.game'), message: serverMessage(error.message, t) }), 'problem');
  };

  const open = (args) => request('open', args);

  /** Opens a game in place of the one on the board, which one may go back to. */
  async function replace(args, told = 'replaced') {
    const { game } = store.state;
    const before = game && snapshotOf(game);
    const opened = await open(args);
    if (before?.moves.length > 0) notices.offer(t(told), t('replaced.back'), () => resume(before));
    return opened;
  }

  /** Opens what a link names; if it cannot be read, the default game. */
  async function openLink(link) {
    const { game, settings, players, line, experiment } = link;
    try {
      // The engine waits if the position is not the start: a visitor who follows a link wants to see it first.
      const shown = line === null ? {} : { line, paused: true };
      await replace({ game, settings, ...(players ? { players } : {}), ...shown });
      store.set({ experiment });
      // It has been followed: a reload before the address is written anew comes back to this game.
      if (location.hash === address && address) own(address);
      if (isHumanTurn(store.state.game) && store.state.game.paused) await request('continue');
    } catch (error) {
      fail(error, 'error.unlinked');
      if (store.state.game) writeLink();
      else await openDefault();
    }
  }

  const openDefault = () =>
    open({ game: store.state.hello.games[0].name }).catch((error) => fail(error, 'error.prefix'));

  /** Sets a game up again in a new room. */
  async function reopen(snapshot) {
    const { game, settings, start, moves, ply, players, swap, paused, resigned } = snapshot;
    const opening = swap?.chosen ? {} : openingOf(snapshot);
    try {
      await open({ game, settings, players, ...opening, line: lineOf(start, moves), paused: true });
      // It is the same game, in another room.
      memory.forget(snapshot.room);
      if (history.state?.room === snapshot.room) history.replaceState({ own: true, room: store.state.game.room }, '');
      if (ply < moves.length) await request('seek', { ply });
      if (resigned !== null && players[resigned]?.kind === 'human') await request('resign', { player: resigned });
      else if (!paused && store.state.game?.paused) await request('continue');
      if (moves.length > 0) notices.show(t(store.state.local ? 'local.goes-on' : 'reopened'));
    } catch (error) {
      fail(error, 'error.prefix');
      if (error.field !== 'connection' && store.state.connection !== 'open') await openDefault();
    }
  }

  /** Enters the game's room again, or a new one like it. */
  async function resume(snapshot) {
    try {
      await request('join', { room: snapshot.room });
    } catch (error) {
      if (error.field !== 'connection') await reopen(snapshot);
    }
  }

  /** Goes on with what this browser played last, or begins another such game where that one is over. */
  async function goOn(last) {
    if (!last.ending) {
      await resume(last);
      if (last.moves.length > 0) notices.show(t('resumed'));
      return;
    }
    const { game, settings, players } = last;
    const opening = openingOf(last);
    const person = players.some(({ kind }) => kind === 'human');
    await open({ game, settings, ...opening, ...(person ? { players } : {}) }).catch(openDefault);
  }

  /** The game that the page comes back to: this tab's, or without a link the browser's last of a kind `hello` knows. */
  function awaited(hello) {
    const latest = memory.latest();
    const link = parseLink(location.hash);
    if (latest && (!link || isOwn())) return { mine: latest };
    if (link) return { link };
    const shown = memory.seen()?.game;
    const games = [...(shown?.moves.length === 0 ? [snapshotOf(shown)] : []), ...memory.saved()];
    return { last: games.find(({ game }) => hello.games.some(({ name }) => name === game)) };
  }

  /** Opens the room or link of the page after the server's hello. */
  async function enter() {
    const latest = memory.latest();
    if (entered && latest) {
      await resume(latest);
      return;
    }
    entered = true;
    const { mine, link, last } = awaited(store.state.hello);
    if (mine) await resume(mine);
    else if (link) await openLink(link);
    else if (last) await goOn(last);
    else await openDefault();
  }

  /** Shows a game as it was seen last, or after `ply` moves; whether it was. */
  function look(room, ply = undefined) {
    const seen = memory.seen(room);
    const game = seen && stateAt(seen, ply ?? seen.game.ply);
    if (game) store.set({ hello: seen.hello, game });
    return Boolean(game);
  }

  /** Shows the game that the page comes back to as it was, until the server tells how it is. */
  function foresee() {
    const shown = memory.seen();
    if (!shown) return;
    const { mine, last } = awaited(shown.hello);
    const game = mine ?? (last?.ending ? null : last);
    if (game) look(game.room);
  }

  // The browser tells of each step in its history, and of a link to the address that it shows already.
  window.addEventListener('popstate', async ({ state }) => {
    address = location.hash;
    const link = state?.own ? null : parseLink(address);
    const game = state?.own && state.room !== store.state.game?.room ? memory.of(state.room) : null;
    if (!entered || (!link && !game)) return;
    leaving = true;
    await (link ? openLink(link) : resume(game));
    leaving = false;
    linkTimer ??= setTimeout(writeLink, LINK_PAUSE);
  });

  return {
    enter,
    foresee,
    /** Steps through the game on the board as far as it was seen, without the server. */
    review: (ply) => look(store.state.game.room, ply),
    /** Opens a game that was played before; without the server, to look at. */
    async recall(snapshot) {
      if (store.state.connection === 'open') return resume(snapshot);
      if (look(snapshot.room)) memory.choose(snapshot);
      else notices.show(t('saved.unseen'), 'problem');
    },
    replace,
    resume,
    /** Comes back to the game on the board, whose room was closed. */
    comeBack: () => resume(memory.latest()),
    /** Begins another game like the one on the board, from the same start; at another `level` if one is given. */
    async restart({ swap = false, level = null } = {}) {
      const { game, settings, players, start } = store.state.game;
      const opening = openingOf(store.state.game);
      const seated = (player) => (level && player.kind === 'engine' ? { ...player, engine: `level=${level}` } : player);
      const seats = (swap ? players.toReversed() : players).map(seated);
      await replace({ game, settings, ...opening, players: seats, line: start }, 'restarted').catch((error) => notices.refused(error));
    },
    /** Goes to the last game of that kind, or begins one. */
    async change(game) {
      if (store.state.connection === 'lost') {
        notices.show(t('error.connection'), 'problem');
        return;
      }
      const latest = memory.latestOf(game);
      if (latest) await resume(latest);
      else await open({ game }).catch((error) => fail(error, 'error.prefix'));
    },
    /** The link to the position on the board. */
    link: () => `${location.origin}${location.pathname}${linkTo(store.state.game)}`,
    /** Records a state that the server sent. Browsers limit how often an address may change. */
    note(game) {
      memory.save(snapshotOf(game));
      memory.see({ hello: store.state.hello, game });
      linkTimer ??= setTimeout(writeLink, LINK_PAUSE);
    },
  };
}
