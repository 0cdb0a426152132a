import { byId, copyText, h, setText } from '../../dom.js';
import { fullCount } from '../../format.js';
import { infoOf, isRunning } from '../../game.js';
import { formatExperiment, pliesOf } from '../../link.js';
import { drawBars } from './bars.js';
import { drawCourse } from './course.js';
import { toCsv, toText } from './export.js';
import { LESSONS, lessonOf, readingOf } from './lessons.js';
import { drawTable, previewRows } from './table.js';

/** The initial value when the kind of limit changes, and its range. */
const LIMITS = {
  depth: { value: 4, min: 1, max: 30, step: 1 },
  nodes: { value: 20000, min: 1, max: 1e9, step: 1 },
  time: { value: 1, min: 0.01, max: 60, step: 'any' },
};
const CHOSEN = ['minimax', 'alphabeta', 'pvs', 'mtdf'];

/** Wires the laboratory: one position, several searchers, equal terms. */
export function attachLab(app) {
  const { store, t, command, notices, session } = app;
  const kind = byId('lab-limit-kind');
  const limit = byId('lab-limit');
  const full = byId('lab-full');
  const own = byId('lab-own');

  let asked = 0;
  /** Whether the visitor set the limit. */
  let touched = false;
  let proposedFor = null;

  const chosen = () => {
    const boxes = byId('lab-searchers').querySelectorAll('input:checked');
    const written = own.value
      .split('\n')
      .map((line) => line.trim())
      .filter(Boolean);
    return [...[...boxes].map(({ value }) => value), ...written];
  };
  const explain = () => {
    const equal = t(`lab.meaning.${kind.value}`, { n: Number(limit.value).toLocaleString(store.state.prefs.lang) });
    setText(byId('lab-meaning'), `${equal} ${t(full.checked ? 'lab.meaning.full' : 'lab.meaning.bare')}`);
    setText(byId('lab-limit-label'), t(`lab.limit.${kind.value}`));
  };

  const propose = () => {
    const depth = infoOf(store.state)?.study_depth ?? LIMITS.depth.value;
    Object.assign(limit, LIMITS[kind.value], kind.value === 'depth' ? { value: depth } : {});
    explain();
  };

  kind.addEventListener('change', () => {
    touched = false;
    propose();
  });
  limit.addEventListener('input', () => {
    touched = true;
    explain();
  });
  full.addEventListener('change', explain);
  /** Fills the form in: searchers among the boxes are ticked, others written. */
  const fill = (experiment) => {
    const boxes = [...byId('lab-searchers').querySelectorAll('input')];
    for (const box of boxes) box.checked = experiment.searchers.includes(box.value);
    own.value = experiment.searchers.filter((searcher) => boxes.every(({ value }) => value !== searcher)).join('\n');
    kind.value = experiment.kind;
    Object.assign(limit, LIMITS[kind.value], { value: experiment.limit });
    full.checked = experiment.full;
    touched = true;
    explain();
  };
  const run = (searchers) => {
    if (searchers.length === 0) {
      notices.show(t('lab.none'), 'problem');
      return;
    }
    asked = searchers.length;
    command('lab', { searchers, limits: limits(kind.value, Number(limit.value)), full: full.checked });
  };
  byId('lab-form').addEventListener('submit', (event) => {
    event.preventDefault();
    run(chosen());
  });
  const questions = byId('lab-lessons');
  questions.append(...LESSONS.map(({ id }) => h('button', { type: 'button', 'data-lesson': id })));
  questions.addEventListener('click', ({ target }) => {
    const lesson = LESSONS.find(({ id }) => id === target.closest('[data-lesson]')?.dataset.lesson);
    if (!lesson) return;
    const depth = (infoOf(store.state)?.study_depth ?? LIMITS.depth.value) + lesson.deeper;
    fill({ searchers: lesson.searchers, kind: 'depth', limit: depth, full: Boolean(lesson.full) });
    // In the order of the question, which the rows are read by.
    run(lesson.searchers);
  });
  byId('to-lab').addEventListener('click', () => byId('lab').scrollIntoView());
  byId('lab-stop').addEventListener('click', () => command('stop', { what: 'lab' }));
  previewRows(byId('lab-table'), app);
  const copy = (write) => async () => {
    const copied = await copyText(write(store.state.lab.rows, app));
    notices.show(t(copied ? 'copied' : 'copy.failed'));
  };
  byId('lab-copy-text').addEventListener('click', copy(toText));
  byId('lab-copy-csv').addEventListener('click', copy(toCsv));
  byId('lab-copy-link').addEventListener('click', async () => {
    const experiment = { searchers: chosen(), kind: kind.value, limit: Number(limit.value), full: full.checked };
    const link = session.link() + formatExperiment(experiment);
    notices.show(t((await copyText(link)) ? 'lab.copy.link.done' : 'copy.failed'));
  });

  let offered = null;
  store.subscribe(['hello', 'game', 'lang'], (state) => {
    const { hello, game, lang } = state;
    if (!hello || !game) return;
    // The game changes with every move.
    const of = `${game.game} ${lang}`;
    if (offered !== of) offer(infoOf(state).searchers, t);
    offered = of;
  });
  // A link has brought one: its position is on the board, and what to ask stands in the form.
  store.subscribe(['experiment', 'game'], ({ experiment, game }) => {
    if (!experiment || !game) return;
    fill(experiment);
    store.set({ experiment: null });
    byId('lab').scrollIntoView();
    byId('lab-run').focus({ preventScroll: true });
  });
  store.subscribe(['hello', 'lang'], ({ hello }) => {
    for (const button of questions.children) setText(button, t(`lab.lesson.${button.dataset.lesson}`));
    explain();
    if (hello) LIMITS.time.max = hello.limits.time_ms / 1000;
  });
  store.subscribe(['game'], ({ game }) => {
    if (game && game.game !== proposedFor && !touched) propose();
    proposedFor = game?.game ?? null;
  });
  store.subscribe(['lab', 'game', 'lang', 'prefs'], (state) => show(state, asked, app));
}


const limits = (kind, value) => (kind === 'time' ? { time_ms: Math.round(1000 * value) } : { [kind]: value });

/** The searchers to choose from, each with what it is in a few words. */
function offer(searchers, t) {
  const host = byId('lab-searchers');
  const legend = host.querySelector('legend');
  const boxes = host.querySelectorAll('input');
  const checked = boxes.length > 0 ? [...boxes].filter((box) => box.checked).map((box) => box.value) : CHOSEN;
  host.replaceChildren(
    legend,
    ...searchers.map(({ name: value, about }) =>
      h(
        'label',
        { class: 'choice lab-choice' },
        h('input', { type: 'checkbox', name: 'searcher', value, checked: checked.includes(value) }),
        h('span', {}, h('b', {}, value), h('small', {}, t(`searcher.${value}`, {}, about))),
      ),
    ),
  );
}

/** What was drawn last: the game changes much more often than the results. */
const drawn = { lab: null, prefs: null, earlier: null };

function show(state, asked, app) {
  const { lab, game } = state;
  const { t } = app;
  const running = isRunning(lab);
  byId('lab-results').hidden = !lab;
  // The focus goes from one button to the other: it is still the same run that the keyboard is at.
  const [run, stop] = [byId('lab-run'), byId('lab-stop')];
  const focused = document.activeElement;
  run.disabled = !game || Boolean(game.ending) || running;
  for (const button of byId('lab-lessons').children) button.disabled = run.disabled;
  stop.disabled = !running;
  if (focused?.disabled && (focused === run || focused === stop)) (focused === run ? stop : run).focus();
  if (!lab) return;
  const rows = lab.rows.filter(Boolean);
  const done = rows.filter(({ finished, skipped }) => finished || skipped).length;
  byId('lab').dataset.state = lab.state;
  setText(byId('lab-state'), t(`lab.state.${lab.state}`, { n: done, of: Math.max(rows.length, asked) }));
  const earlier = game && lab.line !== game.line;
  setText(byId('lab-where'), t(earlier ? 'lab.where.earlier' : 'lab.where', { n: pliesOf(lab) }));
  if (lab === drawn.lab && drawn.prefs === state.prefs && drawn.earlier === earlier) return;
  Object.assign(drawn, { lab, prefs: state.prefs, earlier });
  read(byId('lab-reading'), rows, app);
  drawTable(byId('lab-table'), rows, app);
  drawBars(byId('lab-bars-host'), rows, app);
  drawCourse(byId('lab-course-host'), rows, app);
}

/** What the rows say, if they answer one of the questions. */
function read(host, rows, { store, t }) {
  const lesson = lessonOf(rows);
  const reading = lesson && readingOf(lesson, rows);
  host.hidden = !reading;
  if (!reading) return;
  const { lang } = store.state.prefs;
  const counts = Object.entries(reading.counts).map(([name, nodes]) => [name, fullCount(nodes, lang)]);
  setText(host, t(`lab.reading.${reading.key}`, { ...Object.fromEntries(counts), ...reading.values }));
}
