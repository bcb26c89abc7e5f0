/** The market as one source reports it in one response: the true figures, except for the bent ones. */

import type { ActiveBend } from "./bends.js";
import type { Figure, Quoted, StatedFigures, Truth } from "./figures.js";
import { Market } from "./market/market.js";
import { DAY_MS } from "./time.js";

export class StatedMarket implements StatedFigures {
  readonly #market: Market;
  readonly #nowMs: number;
  readonly #bends: readonly ActiveBend[];
  readonly #needed: { readonly figure: Figure; readonly coin: Quoted }[] = [];

  /** @param bends the source's bends */
  constructor(nowMs: number, market = new Market(), bends: readonly ActiveBend[] = []) {
    this.#nowMs = nowMs;
    this.#market = market;
    this.#bends = bends;
  }

  state(figure: Figure, coin: Quoted, ms: number, truth: Truth): number | undefined {
    const bends = this.#bendsOf(figure, coin);
    if (isOfPeriod(figure) && bends.some((bend) => knownFrom(figure, ms) > bend.newestMs(this.#nowMs))) {
      return undefined;
    }
    const right = (each: Quoted, at: number) => truth(this.#market, each, at);
    return bends.reduce((figureAt, bend) => bend.bent(figureAt, ms), right)(coin, ms);
  }

  newestMs(figure: "live" | "dominance", coin: Quoted, nowMs: number): number {
    return Math.min(nowMs, ...this.#bendsOf(figure, coin).map((bend) => bend.newestMs(nowMs)));
  }

  /** Whether a bend applied to any figure reported so far. */
  needs(bend: ActiveBend): boolean {
    const { figure, coin } = bend.bend;
    const isAboutAll = figure === undefined && coin === undefined;
    return isAboutAll || this.#needed.some((each) => bend.isOf(each.figure, each.coin));
  }

  #bendsOf(figure: Figure, coin: Quoted): readonly ActiveBend[] {
    if (this.#bends.length === 0) return this.#bends;
    this.#needed.push({ figure, coin });
    return this.#bends.filter((bend) => bend.isOf(figure, coin));
  }
}

function isOfPeriod(figure: Figure): boolean {
  return figure !== "live" && figure !== "dominance";
}

/** When a period's figure becomes known: at its end, or for Fear & Greed at the beginning of its day. */
function knownFrom(figure: Figure, endMs: number): number {
  return figure === "fear-greed" ? endMs - DAY_MS : endMs;
}
