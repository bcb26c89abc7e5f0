import {
  defaultVariant,
  isWhole,
  type Publisher,
  type RenderState,
  type Variant,
  variantKey,
} from "peak-cycle-drawing";
import { type Instant, MINUTE_MS, SECOND_MS } from "peak-cycle-model";
import type { Clock } from "../platform/clock.js";
import type { Log } from "../platform/log.js";
import { waitAtMost } from "../platform/timing.js";
import type { Published } from "../published/published.js";
import type { RenderPictures } from "./render-pictures.js";

/**
 * The PNG pictures of what is shown now. The usual ones are drawn after each change, the others when they are asked
 * for; one drawing process runs at a time, and draws all that was asked for while the last one was at work.
 */
export class PngPictures {
  /** The last drawing of each variant that was ever drawn, and what it shows. */
  readonly #kept = new Map<string, DrawnPng & { readonly of: RenderState }>();
  readonly #waiting = new Map<string, Waiting>();
  readonly #closing = new AbortController();
  readonly #deps: PngPicturesDeps;
  #running: Promise<void> | undefined;
  #failed: { readonly of: RenderState; readonly at: Instant } | undefined;

  constructor(deps: PngPicturesDeps) {
    this.#deps = deps;
  }

  /** Draws the usual ones of what is shown now, and from now on after each change of it. */
  follow({ now, history, record }: Published): void {
    let drawn: RenderState | undefined;
    const drawUsual = (): void => {
      const state = this.#deps.state();
      if (state === drawn) return;
      drawn = state;
      for (const variant of USUAL) void this.#drawn(variant);
    };
    drawUsual();
    for (const part of [now, history, record]) part.subscribe(drawUsual);
  }

  /**
   * The newest drawing of a variant. One that does not show what is shown now is drawn first, for some seconds at most.
   *
   * @returns the last drawing when there is no newer one by then; `undefined` when there is none at all
   */
  async get(variant: Variant): Promise<DrawnPng | undefined> {
    if (!this.#isCurrent(variant)) await waitAtMost(this.#deps.clock, WAIT_MS, this.#drawn(variant));
    return this.#kept.get(variantKey(variant));
  }

  /** Stops drawing; resolves when nothing is drawn any more. */
  async close(): Promise<void> {
    this.#closing.abort(new Error("the service is closed"));
    await this.#running;
  }

  #isCurrent(variant: Variant): boolean {
    return this.#kept.get(variantKey(variant))?.of === this.#deps.state();
  }

  /** Resolves when the variant was drawn, or cannot be. */
  #drawn(variant: Variant): Promise<void> {
    if (this.#closing.signal.aborted || this.#isGivenUp()) return Promise.resolve();
    const key = variantKey(variant);
    const waiting = this.#waiting.get(key) ?? new Waiting(variant);
    this.#waiting.set(key, waiting);
    this.#running ??= this.#drawAll();
    return waiting.over;
  }

  /** After a failure nothing is drawn for a while, unless there is something new to show. */
  #isGivenUp(): boolean {
    const { clock, state } = this.#deps;
    return this.#failed?.of === state() && clock.now() - this.#failed.at < RETRY_MS;
  }

  async #drawAll(): Promise<void> {
    await Promise.resolve(); // so that those who ask at the same moment are drawn together
    while (this.#waiting.size > 0) {
      const batch = [...this.#waiting.values()];
      await this.#draw(batch.map(({ variant }) => variant));
      for (const waiting of batch) this.#end(waiting);
    }
    this.#running = undefined;
  }

  async #draw(variants: readonly Variant[]): Promise<void> {
    const { clock, log, draw, state, publisher } = this.#deps;
    const { signal } = this.#closing;
    if (signal.aborted) return;
    const [from, shown] = [clock.now(), state()];
    try {
      await draw(
        { ...shown, publisher, variants },
        ({ variant, fresh, stale }) => {
          const whole = isWhole(variant.picture, shown);
          const drawn = { of: shown, computedAt: shown.computedAt, isWhole: whole, fresh, stale };
          this.#kept.set(variantKey(variant), drawn);
          this.#end(this.#waiting.get(variantKey(variant)));
        },
        signal,
      );
      log.debug({ pictures: variants.length, tookMs: clock.now() - from }, "pictures drawn");
    } catch (error) {
      if (!signal.aborted) log.warn({ error }, "pictures not drawn");
      this.#failed = { of: shown, at: clock.now() };
    }
  }

  #end(waiting: Waiting | undefined): void {
    if (waiting === undefined) return;
    waiting.end();
    const key = variantKey(waiting.variant);
    if (this.#waiting.get(key) === waiting) this.#waiting.delete(key);
  }
}

interface PngPicturesDeps {
  readonly clock: Clock;
  readonly log: Log;
  readonly draw: RenderPictures;
  /** What pictures show now; the same object as before when nothing of it has changed. */
  readonly state: () => RenderState;
  readonly publisher: Publisher;
}

/** A drawing of one variant. */
export interface DrawnPng {
  /** Of the score it shows; `undefined` where it shows none. */
  readonly computedAt: Instant | undefined;
  /** Whether it shows all that it will show. */
  readonly isWhole: boolean;
  readonly fresh: Uint8Array;
  /** The picture to show once the score is stale. */
  readonly stale: Uint8Array;
}

/** What is asked for most: badge and chart without a query, and the picture for shared links. */
const USUAL = [
  defaultVariant("badge"),
  defaultVariant("chart"),
  { ...defaultVariant("cycle"), size: "xl" },
] satisfies readonly Variant[];

/** A picture takes a second, ten times that on a busy machine. */
const WAIT_MS = 4 * SECOND_MS;

/** A process that could not draw is not started again for so long. */
const RETRY_MS = 5 * MINUTE_MS;

/** A variant that was asked for. */
class Waiting {
  readonly variant: Variant;
  readonly over: Promise<void>;
  /** To be called when it was drawn or cannot be. */
  end: () => void = () => {};

  constructor(variant: Variant) {
    this.variant = variant;
    this.over = new Promise((resolve) => {
      this.end = resolve;
    });
  }
}
