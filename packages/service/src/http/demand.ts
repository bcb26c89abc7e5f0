/** The clients that wait for a response: work that nobody is waiting for can be dropped. */

import type { ServerResponse } from "node:http";

export class Demand {
  readonly #clients = new Map<ServerResponse, string>();
  #isMet = false;

  /** Counts a client until its connection closes. @param client from `clientKey` */
  join(response: ServerResponse, client: string): void {
    if (response.destroyed) return;
    this.#clients.set(response, client);
    response.once("close", () => this.#clients.delete(response));
  }

  /** Called when the response is ready or has failed. */
  meet(): void {
    this.#isMet = true;
    this.#clients.clear();
  }

  get isMet(): boolean {
    return this.#isMet;
  }

  /** Whether any client is waiting. */
  get isLeft(): boolean {
    return this.#clients.size > 0;
  }

  /** The clients that wait, each once. */
  get clients(): ReadonlySet<string> {
    return new Set(this.#clients.values());
  }
}
