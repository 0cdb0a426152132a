import { en } from './en.js';
import { zh } from './zh.js';

const DICTIONARIES = { en, zh };

/** The language a browser that prefers these gets. */
export function preferredLanguage(languages) {
  return languages.some((language) => language.toLowerCase().startsWith('zh')) &&
    !languages[0].toLowerCase().startsWith('en')
    ? 'zh'
    : 'en';
}

/**
 * A translator: `t(key, vars, fallback)` is the text of a key with `{name}` replaced by its variables; where the
 * dictionary has no such key, the fallback, or the key itself.
 */
export function createTranslator(language) {
  let dictionary = DICTIONARIES[language] ?? en;

  const t = (key, vars = {}, fallback = key) => {
    const text = Object.hasOwn(dictionary, key) ? dictionary[key] : fallback;
    return text.replace(/\{(\w+)\}/g, (whole, name) => (name in vars ? String(vars[name]) : whole));
  };
  t.use = (next) => {
    dictionary = DICTIONARIES[next] ?? en;
  };
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
