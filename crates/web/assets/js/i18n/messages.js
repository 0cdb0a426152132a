/**
 * A refusal of the server in the page's language; one without a translation is shown as it is, without the list of what
 * would be accepted.
 */
export function serverMessage(message, t) {
  for (const [pattern, text] of t.refusals()) {
    const found = pattern.exec(message);
    if (!found) continue;
    const part = (whole, name) => (name === 'rest' ? serverMessage(found.groups.rest, t) : (found[name] ?? whole));
    return text.replace(/\{(\w+)\}/g, part);
  }
  return message.split('; ')[0];
}
