/** Collects what a page must never do: log an error, throw, fail to load, break its own security policy. */

/**
 * Watches every page of `context`; the list returned grows with each problem.
 *
 * A Content-Security-Policy violation is logged to the console as an error, and so is among them.
 */
export function watch(context) {
  const problems = [];
  context.on('console', (message) => {
    if (!['error', 'warning'].includes(message.type())) return;
    problems.push(`console ${message.type()}: ${message.text()} (${message.location().url})`);
  });
  context.on('weberror', (thrown) => problems.push(`uncaught: ${thrown.error()?.stack ?? thrown.error()}`));
  context.on('requestfailed', (request) => {
    if (request.failure()?.errorText === 'net::ERR_ABORTED') return; // The page was left before all had come.
    problems.push(`request failed: ${request.url()} ${request.failure()?.errorText}`);
  });
  context.on('response', (response) => {
    if (response.status() >= 400) problems.push(`status ${response.status()}: ${response.url()}`);
  });
  return problems;
}

/** What a browser says of a connection cut under it, in the middle of a file too: to be expected where a test cuts it. */
export const CUT = [
  /WebSocket connection to .* failed/,
  /net::ERR_(CONNECTION_\w+|SOCKET_NOT_CONNECTED|EMPTY_RESPONSE|INCOMPLETE_CHUNKED_ENCODING|CONTENT_LENGTH_MISMATCH)/,
];

/** The problems that none of the patterns `expected` foresees. */
export function unexpected(problems, expected) {
  return problems.filter((problem) => !expected.some((pattern) => pattern.test(problem)));
}
