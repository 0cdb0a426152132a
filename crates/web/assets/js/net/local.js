/** The games in this browser, by a worker that says what a server would, behind the face of a WebSocket. */
export class LocalSocket extends EventTarget {
  #worker;

  readyState = WebSocket.CONNECTING;

  /** `url` is the worker's script. */
  constructor(url) {
    super();
    this.#worker = new Worker(url, { type: 'module' });
    this.#worker.addEventListener('message', ({ data }) => this.#hear(data));
    this.#worker.addEventListener('error', () => this.close());
  }

  send(text) {
    this.#worker.postMessage(text);
  }

  close() {
    if (this.readyState === WebSocket.CLOSED) return;
    this.#worker.terminate();
    this.readyState = WebSocket.CLOSED;
    this.dispatchEvent(new Event('close'));
  }

  #hear(data) {
    // It begins with a greeting, and hears nothing before that.
    if (this.readyState === WebSocket.CONNECTING) {
      this.readyState = WebSocket.OPEN;
      this.dispatchEvent(new Event('open'));
    }
    this.dispatchEvent(new MessageEvent('message', { data }));
  }
}
