/** The server's most frequent refusals, and the key of each in the page's language. */
const PATTERNS = [
  [/^it is the turn of \w+, an engine/, 'server.engine'],
  [/^the game is over/, 'server.over'],
  [/^there is no searcher "([^"]*)"/, 'server.searcher'],
  [/^there is no option "([^"]*)"/, 'server.option'],
  [/^option (\S+) takes .*, not "([^"]*)"/, 'server.value'],
  [/^option "([^"]*)" is not name=value/, 'server.pair'],
  [/^hash=\d+ is more than the (\d+) MiB/, 'server.hash'],
  [/^\d+ threads are more than the (\d+)/, 'server.threads'],
  [/^there are (\d+) games already/, 'server.full'],
  [/^a record may be (\d+) plies/, 'server.long'],
  [/^move (\d+)\b/, 'server.record.move'],
  [/^line (\d+)\b/, 'server.record.line'],
  [/^the message is longer than (\d+) bytes/, 'server.large'],
  [/^there is no game "([^"]*)"/, 'server.game'],
];

/**
 * A refusal of the server in the page's language; one without a translation is shown as it is, without the
 * list of accepted values.
 */
export function serverMessage(message, t) {
  const [first] = message.split('; ');
  for (const [pattern, key] of PATTERNS) {
    const found = pattern.exec(message);
    if (found) return t(key, { a: found[1] ?? '', b: found[2] ?? '', message: first });
  }
  return first;
}
