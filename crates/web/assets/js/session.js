import { isHumanTurn } from './game.js';
import { serverMessage } from './i18n/messages.js';
import { formatLink, lineOf, parseLink } from './link.js';
import { snapshotOf } from './memory.js';

const LINK_PAUSE = 400;

/** A link shares the position, not who sits at the board. */
const linkTo = ({ game, settings, line }) => formatLink({ game, settings, line });

/**
 * The page's way into rooms: the first one, back after a lost connection or a reload, anew where the room is gone; and
 * the link in the address bar.
 */
export function createSession({ store, request, memory, notify, t }) {
  let entered = false;
  let linkTimer = null;
  /** The address as the page knows it: another one is a link that somebody has just opened here. */
  let address = location.hash;

  /** Puts `link` into the address bar as the page's own. */
  const own = (link) => {
    history.replaceState({ own: true }, '', link);
    address = location.hash;
    memory.saveLink(address);
  };

  /**
   * Whether the address is the page's own and not a link that somebody opened: the entry of the history says so after a
   * reload, even of an address just replaced; in a second window of the game only what is remembered does.
   */
  const isOwn = () => history.state?.own === true || location.hash === memory.link();

  const writeLink = () => {
    linkTimer = null;
    const { game } = store.state;
    if (!game || location.hash !== address) return;
    const link = linkTo(game);
    if (link !== address || !isOwn()) own(link);
  };

  const fail = (error, key) => {
    if (error.field !== 'connection')
      notify(t(key, { what: t('field.game'), message: serverMessage(error.message, t) }), 'problem');
  };

  const open = (args) => request('open', args);

  /** Opens what a link names; if it cannot be read, the default game. */
  async function openLink(link) {
    const { game, settings, players, line } = link;
    try {
      // The engine waits if the position is not the start: a visitor who follows a link wants to see it first.
      const shown = line === null ? {} : { line, paused: true };
      await open({ game, settings, ...(players ? { players } : {}), ...shown });
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
    const { game, settings, start, moves, ply, players, paused, resigned } = snapshot;
    try {
      await open({ game, settings, players, line: lineOf(start, moves), paused: true });
      if (ply < moves.length) await request('seek', { ply });
      if (resigned !== null && players[resigned]?.kind === 'human') await request('resign', { player: resigned });
      else if (!paused && store.state.game?.paused) await request('continue');
      notify(t('reopened'));
    } catch (error) {
      fail(error, 'error.prefix');
      if (error.field !== 'connection' && !store.state.game) await openDefault();
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

  /** Opens the room or link of the page after the server's hello. */
  async function enter() {
    const latest = memory.latest();
    if (entered && latest) {
      await resume(latest);
      return;
    }
    entered = true;
    const link = parseLink(location.hash);
    if (latest && (!link || isOwn())) await resume(latest);
    else if (link) await openLink(link);
    else await openDefault();
  }

  window.addEventListener('hashchange', () => {
    address = location.hash;
    const link = parseLink(address);
    if (link && !isOwn()) openLink(link);
  });

  return {
    enter,
    open,
    resume: () => resume(memory.latest()),
    /** Goes to the last game of that kind, or begins one. */
    async change(game) {
      if (store.state.connection === 'lost') {
        notify(t('error.connection'), 'problem');
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
      linkTimer ??= setTimeout(writeLink, LINK_PAUSE);
    },
  };
}
