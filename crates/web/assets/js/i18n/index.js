import { en, refusals } from './en.js';

/** The dictionaries by language, and what is made of the server's refusals; English is always there. */
const DICTIONARIES = { en };
const REFUSALS = { en: refusals };

/** Where the others are. */
const OTHERS = {
  zh: () => import('./zh.js'),
};

/** Fetches the dictionary of a language, unless it is there; without a network the page goes on in English. */
export async function loadLanguage(language) {
  if (language in DICTIONARIES || !(language in OTHERS)) return;
  try {
    const fetched = await OTHERS[language]();
    DICTIONARIES[language] = fetched[language];
    REFUSALS[language] = fetched.refusals;
  } catch {
    // The next change of the language asks again.
  }
}

/** The language a browser that prefers these gets. */
export function preferredLanguage(languages) {
  return languages.some((language) => language.toLowerCase().startsWith('zh')) &&
    !languages[0].toLowerCase().startsWith('en')
    ? 'zh'
    : 'en';
}

/**
 * A translator: `t(key, vars, fallback)` is the text of a key with `{name}` replaced by its variables, `{name:one|many}` by
 * the word that goes with the number; where the dictionary has no such key, the fallback, or the key itself.
 *
 * `t.use(language)` changes the language; `t.refusals()` are the patterns of what the server refuses in that; `t.say(text)` is a text of both languages in the one spoken; `t.offer(texts)`
 * adds such texts by key, in place of those offered before, and `t.with(texts)` is a translator that knows more of them.
 */
export function createTranslator(language) {
  let spoken = language;
  let offered = {};

  const lookUp = (key, texts) => {
    if (Object.hasOwn(texts, key)) return texts[key][spoken] ?? texts[key].en;
    const dictionary = DICTIONARIES[spoken] ?? en;
    return Object.hasOwn(dictionary, key) ? dictionary[key] : undefined;
  };
  const translator = (texts) => (key, vars = {}, fallback = key) => {
    const text = lookUp(key, texts()) ?? fallback;
    return text.replace(/\{(\w+)(?::([^|}]*)\|([^}]*))?\}/g, (whole, name, one, many) => {
      if (!(name in vars)) return whole;
      if (one === undefined) return String(vars[name]);
      return Number(vars[name]) === 1 ? one : many;
    });
  };

  const t = translator(() => offered);
  t.use = (next) => {
    spoken = next;
  };
  t.say = (text) => text[spoken] ?? text.en;
  t.refusals = () => REFUSALS[spoken] ?? REFUSALS.en;
  t.offer = (texts) => {
    offered = texts;
  };
  t.with = (texts) => translator(() => ({ ...offered, ...texts }));
  return t;
}

/** Fills in the texts of everything below `root` that names its key: `data-t`, `data-t-label`, `data-t-title`. */
export function translate(root, t) {
  for (const node of root.querySelectorAll('[data-t]')) {
    // A button keeps its icon: only the last text node is the label.
    const icon = node.querySelector(':scope > svg');
    if (icon) node.replaceChildren(icon, t(node.dataset.t));
    else node.textContent = t(node.dataset.t);
  }
  for (const node of root.querySelectorAll('[data-t-label]')) {
    node.setAttribute('aria-label', t(node.dataset.tLabel));
    if (node.matches('button')) node.title = t(node.dataset.tLabel);
  }
  for (const node of root.querySelectorAll('[data-t-title]')) node.title = t(node.dataset.tTitle);
}
