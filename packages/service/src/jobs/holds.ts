/** Why this instance may not publish anything new: the clock is contradicted, or the ledger is not what was signed. */

import { type HoldReason, PublishingHeldError } from "../domain/errors.js";
import type { Log } from "../platform/log.js";
import type { Published } from "../published/published.js";

export class Holds {
  readonly #log: Log;
  readonly #published: Published;
  readonly #sentences = new Map<HoldReason, string>();

  constructor(log: Log, published: Published) {
    this.#log = log;
    this.#published = published;
  }

  /** @param sentence for the public; replaces the previous one for this reason */
  hold(reason: HoldReason, sentence: string): void {
    if (!this.#sentences.has(reason)) this.#log.error({ reason, detail: sentence }, "publishing is held back");
    this.#sentences.set(reason, sentence);
    this.#show();
  }

  release(reason: HoldReason): void {
    if (!this.#sentences.delete(reason)) return;
    if (this.#sentences.size === 0) this.#log.info({ reason }, "publishing goes on");
    this.#show();
  }

  /** The current reasons, the oldest first. */
  get reasons(): readonly HoldReason[] {
    return [...this.#sentences.keys()];
  }

  /** The sentence of the oldest reason; `undefined` if there is none. */
  get sentence(): string | undefined {
    return [...this.#sentences.values()][0];
  }

  /** @throws PublishingHeldError while there is a reason */
  check(): void {
    if (this.sentence !== undefined) throw new PublishingHeldError(this.sentence);
  }

  /** Called after the ledger was read. @param fault the first invalid entry; `undefined` if the ledger is sound */
  ledgerRead(fault: { readonly position: number; readonly message: string } | undefined): void {
    if (fault === undefined) {
      this.release("chain");
      return;
    }
    const { position, message: reason } = fault;
    if (!this.#sentences.has("chain")) this.#log.error({ position, reason }, "what is stored is not what was signed");
    const broken = `What is stored is not what was signed, from entry ${position} on`;
    this.hold("chain", `${broken}: nothing more is published until it is.`);
  }

  #show(): void {
    this.#published.show({ troubles: [...this.#sentences.values()] });
  }
}
