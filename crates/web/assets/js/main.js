import { byId } from './dom.js';
import { createTranslator, loadLanguage, preferredLanguage, translate } from './i18n/index.js';
import { placeIcons } from './icons.js';
import { createMemory } from './memory.js';
import { LocalSocket } from './net/local.js';
import { RequestError, createSocket } from './net/socket.js';
import { attachAnalysis } from './panels/analysis.js';
import { attachBoard } from './panels/board.js';
import { attachControls } from './panels/controls.js';
import { attachEvaluation } from './panels/evaluation.js';
import { attachExplorer } from './panels/explorer.js';
import { attachExercises } from './panels/exercises.js';
import { attachGraph } from './panels/graph.js';
import { attachHelp } from './panels/help.js';
import { attachLab } from './panels/lab/index.js';
import { attachLocal } from './panels/local.js';
import { attachMoves } from './panels/moves.js';
import { attachNewGame } from './panels/new-game.js';
import { createNotices } from './panels/notices.js';
import { attachOver } from './panels/over.js';
import { attachPlayers } from './panels/players.js';
import { attachPreferences } from './panels/preferences.js';
import { attachRecords } from './panels/records.js';
import { attachReview } from './panels/review.js';
import { attachRules } from './panels/rules.js';
import { attachSaved } from './panels/saved.js';
import { attachStatus } from './panels/status.js';
import { attachThinking } from './panels/thinking.js';
import { DEFAULTS, readPreferences, writePreferences } from './preferences.js';
import { createSession } from './session.js';
import { attachShortcuts } from './shortcuts.js';
import { isHelp } from './rating.js';
import { createSound } from './sound.js';
import { createStore } from './store.js';
import { receive } from './events.js';
import { infoOf, textsOf } from './game.js';

const defaults = { ...DEFAULTS, lang: preferredLanguage(navigator.languages) };
const prefs = readPreferences(safeStorage('localStorage'), defaults);
await loadLanguage(prefs.lang);
const t = createTranslator(prefs.lang);
const store = createStore({
  connection: 'connecting',
  local: false,
  hello: null,
  game: null,
  thinking: null,
  hint: null,
  engine: null,
  lab: null,
  review: null,
  experiment: null,
  helped: null,
  preview: null,
  flipped: false,
  prefs,
});
const notices = createNotices({ store, t });
const sound = createSound();
const memory = createMemory({ tab: safeStorage('sessionStorage'), browser: safeStorage('localStorage'), page: import.meta.url });

/** The script of the worker that is the fallback for the server; none in a page that was made without. */
const fallback = document.querySelector('meta[name="boyi-local"]').content;

const socket = createSocket(new URL('ws', location.href.replace(/^http/, 'ws')), {
  first: window.boyi?.first,
  local: fallback ? () => new LocalSocket(fallback) : null,
  onEvent: (event) => receive(event, { store, session, sound, notices, memory }),
  onState: (state) => {
    if (state === 'lost') store.set({ connection: 'lost' });
    else store.set({ local: state === 'local' });
  },
});
const session = createSession({ store, memory, t, notices, request: socket.request });

/** Sends a command. If that fails, shows the error and returns `null`. */
async function command(name, args = {}) {
  if (name === 'seek' && store.state.connection !== 'open' && session.review(args.ply)) return {};
  const { game } = store.state;
  if (isHelp(name, args, game)) store.set({ helped: game.room });
  try {
    const ok = await socket.request(name, args);
    notices.settle();
    return ok;
  } catch (error) {
    if (!(error instanceof RequestError)) throw error;
    notices.refused(error);
    return null;
  }
}

const keep = (preferences) => writePreferences(safeStorage('localStorage'), preferences);
const app = { store, t, memory, command, request: socket.request, goBack: socket.goBack, session, notices, sound, keep };

// The games' own texts come first: whatever follows may show them.
store.subscribe(['game', 'hello'], (state) => {
  const titles = (state.hello?.games ?? []).map(({ name, presentation }) => [`game.${name}`, presentation.title]);
  const info = infoOf(state);
  t.offer({ ...Object.fromEntries(titles), ...(info ? textsOf(info) : {}) });
});
placeIcons(document);
for (const attach of [
  attachPreferences,
  attachBoard,
  attachStatus,
  attachControls,
  attachPlayers,
  attachThinking,
  attachGraph,
  attachMoves,
  attachAnalysis,
  attachEvaluation,
  attachExplorer,
  attachExercises,
  attachLab,
  attachNewGame,
  attachOver,
  attachRecords,
  attachReview,
  attachRules,
  attachSaved,
  attachHelp,
  attachLocal,
  attachShortcuts,
]) {
  attach(app);
}
store.subscribe(['prefs'], async ({ prefs: { lang } }) => {
  if (document.documentElement.dataset.lang === lang) return;
  await loadLanguage(lang);
  if (store.state.prefs.lang !== lang) return;
  document.documentElement.dataset.lang = lang;
  document.documentElement.lang = lang === 'zh' ? 'zh-Hans' : lang;
  t.use(lang);
  translate(document, t);
  store.set({ lang });
});
store.subscribe(['game', 'lang'], ({ game }) => {
  document.title = game ? t('title.game', { game: t(`game.${game.game}`, {}, game.game) }) : t('title');
});
byId('board-host').tabIndex = -1;

// What was on the board is shown at once, while the server is asked what has become of it.
session.foresee();

// What keeps the page must not keep the first board waiting.
const keepPage = () => navigator.serviceWorker?.register('worker.js').catch(() => undefined);
if (document.readyState === 'complete') keepPage();
else window.addEventListener('load', keepPage);

window.boyi = { socket, state: () => store.state };

/** A storage, or nothing where the browser forbids it. */
function safeStorage(name) {
  try {
    return window[name];
  } catch {
    return null;
  }
}
