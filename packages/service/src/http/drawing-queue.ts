/**
 * Decides which picture is drawn next. A picture takes a hundred times as long as any other response, so the quota is
 * in seconds of drawing, not in requests. The site's own pictures have priority over the sandbox's, and clients with
 * little used drawing time over clients with much. Pictures that nobody is waiting for are not drawn.
 */

import { SECOND_MS } from "peak-cycle-model";
import { DRAWING_SECONDS, WINDOW_MS } from "../domain/limits.js";
import type { Demand } from "./demand.js";

/** Whose picture it is. */
export type Gallery = "site" | "sandbox";

/** Draws an SVG as PNG. @param scale device pixels per CSS pixel */
export type DrawPng = (svg: string, scale: number) => Promise<Uint8Array>;

/** Pictures that one address may wait for at a time. */
export const PICTURES_PER_CLIENT = 8;

/** Pictures that may wait in total: eight addresses' worth, a few seconds of drawing. */
const PICTURES_WAITING = 64;

/** Drawing time that the sandbox grants an address per window. */
const QUOTA_MS = DRAWING_SECONDS * SECOND_MS;

/** Thrown when a picture is not drawn. */
export class NotDrawnError extends Error {
  override readonly name = "NotDrawnError";
  /** How long the address must wait, if it has used up its quota. */
  readonly waitSeconds: number | undefined;
  constructor(message: string, waitSeconds?: number) {
    super(message);
    this.waitSeconds = waitSeconds;
  }
}

/** A picture that waits for its turn. */
interface Order {
  readonly gallery: Gallery;
  readonly demand: Demand;
  readonly makeSvg: () => string;
  readonly scale: number;
  readonly done: (png: Uint8Array) => void;
  readonly fail: (error: unknown) => void;
}

export class DrawingQueue {
  readonly #drawPng: DrawPng;
  readonly #monotonicMs: () => number;
  readonly #usage: DrawingTime;
  /** In order of arrival. */
  #waiting: Order[] = [];
  #current: Order | undefined;

  /**
   * @param drawPng is called for one picture at a time
   * @param monotonicMs a clock that never goes back, in milliseconds
   */
  constructor(drawPng: DrawPng, monotonicMs = () => performance.now()) {
    this.#drawPng = drawPng;
    this.#monotonicMs = monotonicMs;
    this.#usage = new DrawingTime(monotonicMs);
  }

  /**
   * Draws a picture when it is its turn.
   *
   * @param demand who waits for it
   * @param makeSvg called when it is its turn
   * @throws NotDrawnError if too many pictures wait, or no client does; what `makeSvg` or the drawing throws
   */
  draw(gallery: Gallery, demand: Demand, makeSvg: () => string, scale: number): Promise<Uint8Array> {
    return new Promise((done, fail) => {
      const order = { gallery, demand, makeSvg, scale, done, fail };
      this.#dropAbandoned();
      const refusal = this.#refusalOf(order) ?? this.#makeRoom(order);
      if (refusal !== undefined) return fail(refusal);
      this.#waiting.push(order);
      if (this.#current === undefined) void this.#drawAll();
    });
  }

  #refusalOf({ gallery, demand }: Order): NotDrawnError | undefined {
    const orders = this.#current === undefined ? this.#waiting : [this.#current, ...this.#waiting];
    for (const client of demand.clients) {
      const own = orders.filter((each) => each.demand.clients.has(client)).length;
      if (own >= PICTURES_PER_CLIENT) return new NotDrawnError(`the address already waits for ${own} pictures`);
      const overMs = this.#usage.of(client) - QUOTA_MS;
      if (gallery === "sandbox" && overMs >= 0) {
        return new NotDrawnError("the address has used up its quota", Math.ceil((overMs + 1) / LEAK / SECOND_MS));
      }
    }
    return undefined;
  }

  /** Drops the last in line in favor of one with priority. */
  #makeRoom(order: Order): NotDrawnError | undefined {
    if (this.#waiting.length < PICTURES_WAITING) return undefined;
    const last = this.#waiting.reduce((one, other) => (this.#compare(one, other) > 0 ? one : other));
    const refusal = new NotDrawnError("too many pictures wait");
    if (this.#compare(order, last) >= 0) return refusal;
    this.#waiting = this.#waiting.filter((each) => each !== last);
    last.fail(refusal);
    return undefined;
  }

  async #drawAll(): Promise<void> {
    for (;;) {
      const order = this.#next();
      this.#current = order;
      if (order === undefined) return;
      const { clients } = order.demand;
      const began = this.#monotonicMs();
      try {
        order.done(await this.#drawPng(order.makeSvg(), order.scale));
      } catch (error) {
        order.fail(error);
      }
      const tookMs = this.#monotonicMs() - began;
      for (const client of clients) this.#usage.add(client, tookMs / clients.size);
    }
  }

  /** Takes the first in line. */
  #next(): Order | undefined {
    this.#dropAbandoned();
    if (this.#waiting.length === 0) return undefined;
    const first = this.#waiting.reduce((one, other) => (this.#compare(one, other) <= 0 ? one : other));
    this.#waiting = this.#waiting.filter((each) => each !== first);
    return first;
  }

  #dropAbandoned(): void {
    for (const { demand, fail } of this.#waiting) {
      if (!demand.isLeft) fail(new NotDrawnError("no client is waiting for the picture"));
    }
    this.#waiting = this.#waiting.filter(({ demand }) => demand.isLeft);
  }

  /** @returns negative if the first is drawn before the second; 0 if the order of arrival decides */
  #compare(one: Order, other: Order): number {
    if (one.gallery !== other.gallery) return one.gallery === "site" ? -1 : 1;
    return this.#usageOf(one) - this.#usageOf(other);
  }

  /** The least drawing time among the clients that wait. */
  #usageOf({ demand }: Order): number {
    return Math.min(...[...demand.clients].map((client) => this.#usage.of(client)));
  }
}

/** How fast used drawing time expires: a whole quota per window. */
const LEAK = QUOTA_MS / WINDOW_MS;

/** The drawing time used by each address: a leaky bucket. */
class DrawingTime {
  readonly #monotonicMs: () => number;
  readonly #buckets = new Map<string, { readonly ms: number; readonly at: number }>();

  constructor(monotonicMs: () => number) {
    this.#monotonicMs = monotonicMs;
  }

  of(client: string): number {
    const { ms, at } = this.#buckets.get(client) ?? { ms: 0, at: 0 };
    return Math.max(0, ms - (this.#monotonicMs() - at) * LEAK);
  }

  add(client: string, ms: number): void {
    this.#buckets.set(client, { ms: this.of(client) + ms, at: this.#monotonicMs() });
    // Drawing is slow, so there are a few hundred addresses at most.
    for (const each of this.#buckets.keys()) if (this.of(each) === 0) this.#buckets.delete(each);
  }
}
