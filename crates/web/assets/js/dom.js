const SVG = 'http://www.w3.org/2000/svg';

/** An element: `props` are properties, `data-`/`aria-` and other hyphenated names attributes, `on` listeners. */
export function h(tag, props = {}, ...children) {
  const node = document.createElement(tag);
  for (const [name, value] of Object.entries(props)) {
    if (value === undefined || value === null) continue;
    if (name === 'on') for (const [type, listener] of Object.entries(value)) node.addEventListener(type, listener);
    else if (name === 'class') node.className = value;
    else if (name.includes('-') || name === 'role' || name === 'for' || name === 'list') node.setAttribute(name, value);
    else node[name] = value;
  }
  node.append(...children.flat().filter(present));
  return node;
}

/** An SVG element with these attributes; `on` are listeners. */
export function svg(tag, attributes = {}, ...children) {
  const node = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value === undefined || value === null) continue;
    if (name === 'on') for (const [type, listener] of Object.entries(value)) node.addEventListener(type, listener);
    else node.setAttribute(name, value);
  }
  node.append(...children.flat().filter(present));
  return node;
}

const present = (child) => child !== null && child !== undefined && child !== false;

/** The element with that id. */
export const byId = (id) => document.getElementById(id);

/** Sets the text only where it differs, so that a live region speaks once and a selection stays. */
export function setText(node, text) {
  if (node.textContent !== text) node.textContent = text;
}

/** Sets a control's value unless the user is at it. */
export function setValue(input, value) {
  if (document.activeElement !== input && input.value !== String(value)) input.value = value;
}

/** Disables a control; one that had the focus hands it to the board, or the keyboard would start at the page's top. */
export function setDisabled(control, disabled) {
  if (disabled && document.activeElement === control) byId('board-host').focus({ preventScroll: true });
  control.disabled = disabled;
}

/** Puts text on the clipboard; `false` if the browser does not let us. */
export async function copyText(text) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}
