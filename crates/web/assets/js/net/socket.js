const FIRST_DELAY = 250;
const LONGEST_DELAY = 5000;
/** How often a server that has spoken is asked to come back before the page goes on by itself. */
const PATIENCE = 4;
/** How long a server may take to answer, where the page can do without it, in milliseconds. */
const ANSWER = 4000;

/** What a request fails with: the field the server named, or `connection` where it was lost before the reply. */
export class RequestError extends Error {
  constructor(field, message) {
    super(message);
    this.name = 'RequestError';
    this.field = field;
  }
}

/**
 * One WebSocket that comes back by itself: requests become promises, everything else goes to `onEvent`.
 *
 * `first` is a socket that somebody has opened before, with what it has `heard`. `onState` hears `open` and `lost`.
 * `drop()` closes the socket as a lost connection would.
 *
 * Where the server does not answer, `local()`, if there is one, opens a fallback for it, and `onState` hears `local`;
 * `goBack()` asks the server again.
 */
export function createSocket(url, { first = null, local = null, onEvent, onState }) {
  const pending = new Map();
  let socket = null;
  let nextId = 1;
  let delay = FIRST_DELAY;
  let timer = null;
  /** The longest message the server takes, in bytes. */
  let most = Infinity;
  /** How often in a row the server has not answered, and how often it need not before the fallback is taken. */
  let unanswered = 0;
  let patience = local ? 1 : Infinity;
  /** Whether the socket is the fallback's. */
  let isLocal = false;

  const lose = () => {
    socket = null;
    unanswered += 1;
    for (const { reject } of pending.values()) reject(new RequestError('connection', 'connection lost'));
    pending.clear();
    onState('lost');
    // What is in the browser can be asked at once, but not again and again should it fail.
    timer = setTimeout(connect, unanswered === patience ? 0 : delay);
    delay = Math.min(2 * delay, LONGEST_DELAY);
  };

  const receive = (text) => {
    // Only a server that speaks is back; one that hangs up at once is not to be asked four times a second.
    delay = FIRST_DELAY;
    const message = JSON.parse(text);
    if (message.event) {
      if (message.event === 'hello') {
        most = message.limits.message;
        if (!isLocal) [unanswered, patience] = [0, local ? PATIENCE : Infinity];
      }
      onEvent(message);
      return;
    }
    // Replies come in order: one without a number is for the first that waits, whose number the server could not read.
    const id = message.re ?? pending.keys().next().value;
    const request = pending.get(id);
    if (!request) return;
    pending.delete(id);
    if (message.error) request.reject(new RequestError(message.error.field, message.error.message));
    else request.resolve(message.ok);
  };

  function connect() {
    clearTimeout(timer);
    timer = null;
    isLocal = unanswered >= patience;
    const opening = first ?? (isLocal ? local() : new WebSocket(url));
    const found = isLocal ? 'local' : 'open';
    if (local && !isLocal) setTimeout(() => opening.readyState === WebSocket.CONNECTING && opening.close(), ANSWER);
    const heard = opening.heard ?? [];
    first = null;
    opening.onmessage = null;
    socket = opening;
    opening.addEventListener('open', () => onState(found));
    opening.addEventListener('message', (event) => receive(event.data));
    const closed = () => {
      if (socket === opening) lose();
    };
    opening.addEventListener('close', closed);
    // What has happened already is told like what is yet to happen: once whoever connects is ready to hear it.
    const before = opening.readyState;
    queueMicrotask(() => {
      if (before === WebSocket.OPEN) onState('open');
      heard.forEach(receive);
      if (before === WebSocket.CLOSED) closed();
    });
  }

  // No need to wait out the delay when the browser says that the network is back.
  window.addEventListener('online', () => timer !== null && connect());
  connect();

  return {
    request(command, args = {}) {
      if (socket?.readyState !== WebSocket.OPEN) {
        return Promise.reject(new RequestError('connection', 'not connected'));
      }
      const id = nextId++;
      const text = JSON.stringify({ id, do: command, ...args });
      if (new TextEncoder().encode(text).length > most) {
        return Promise.reject(new RequestError('message', `the message is longer than ${most} bytes`));
      }
      return new Promise((resolve, reject) => {
        pending.set(id, { resolve, reject });
        socket.send(text);
      });
    },
    drop() {
      socket?.close();
    },
    goBack() {
      unanswered = -1;
      socket?.close();
    },
  };
}
