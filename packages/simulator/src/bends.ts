/**
 * Bends: wrong, late or missing figures of one source, by market time. The other sources and the market itself stay
 * right, so a test can tell what the right figure was.
 */

import type { Figure, Quoted } from "./figures.js";
import type { Coin } from "./market/coins.js";
import { chance } from "./market/noise.js";
import { html, json, type Source, type SourceResponse } from "./source.js";
import { checkName } from "./sources/all.js";
import { DAY_MS, instantMs, MINUTE_MS } from "./time.js";

/**
 * Which figures of which source are bent, and how. Several bends of one figure apply in the order in which they were
 * added.
 */
export type Bend = Where & Distortion;

interface Where {
  /** `*` for all sources. */
  readonly source: string;
  /** Default: every figure of the source. */
  readonly figure?: Figure;
  /** Default: every coin. Figures that are not prices are Bitcoin's. */
  readonly coin?: Quoted;
  /**
   * ISO instants with their zone: figures with times after `from`, up to and including `to`, are bent. The time of a
   * close, MVRV or Fear & Greed is the end of its period, so `from` and `to` at 00:00 UTC mean whole days. Default:
   * always.
   */
  readonly from?: string;
  readonly to?: string;
  /** From this ISO instant on, the source reports the right figures again, including past ones. */
  readonly correctedAt?: string;
}

/** Exactly one of these. */
type Distortion =
  | { readonly factor: number }
  /** In the figure's own unit. */
  | { readonly offset: number }
  /** Off by up to this share, up or down, by a different amount every minute. */
  | { readonly scatter: number }
  /** Grows by this share every `perMs` from `from` on; `perMs` is a day by default. */
  | { readonly drift: number; readonly perMs?: number }
  /** A crash or spike that only this source reports: the price moves by this share within `overMs` from `from` on. */
  | { readonly move: number; readonly overMs?: number }
  /** Always above the service's own last figure by this share; the test looks that figure up. */
  | { readonly ahead: number; readonly of: () => number | undefined }
  /** The value from this long ago, with the current time. */
  | { readonly lagMs: number }
  /** `value`: the value at `from`, with current times. `time`: the time is stuck, too; newer periods are missing. */
  | { readonly stuck: "value" | "time" }
  /** Nothing newer than this is available. `from` and `to` are the times of the requests. */
  | { readonly lateMs: number }
  /** The figure of another coin, or in euros. */
  | { readonly instead: Coin | "eur" }
  /** The figure is missing; for a live price, the pair is unknown. */
  | { readonly missing: true }
  /**
   * Requests for the figure get this status, or no response: the connection is reset, or hangs. `from` and `to` are the
   * times of the requests.
   */
  | {
      readonly gone: 401 | 403 | 404 | 410 | 418 | 429 | 451 | 500 | 503 | "reset" | "hang";
      /** Sent as `Retry-After`. Default: no such header. */
      readonly retryAfterS?: number;
      /** Only the requests with these numbers, counted from 1, both included. Default: all. */
      readonly requests?: readonly [first: number, last: number];
    };

/** The bends in effect. */
export class Bends {
  #all: readonly ActiveBend[] = [];

  /** @throws RangeError for an unknown source or an invalid instant */
  add(...bends: readonly Bend[]): void {
    this.#all = [...this.#all, ...bends.map((bend) => new ActiveBend(bend))];
  }

  clear(): void {
    this.#all = [];
  }

  /** Bends that have changed nothing so far: a test that has one of these does not test what it claims. */
  unused(): readonly Bend[] {
    return this.#all.flatMap(({ bend, isUsed }) => (isUsed ? [] : [bend]));
  }

  /** Bends one response of a source, made at an instant. */
  of(source: string, nowMs: number): readonly ActiveBend[] {
    return this.#all.filter((each) => each.concerns(source, nowMs));
  }
}

/** The right value of a coin's figure at an instant, milliseconds since 1970. */
export type Right = (coin: Quoted, ms: number) => number | undefined;

/** A bend with its window in milliseconds, and its use so far. */
export class ActiveBend {
  isUsed = false;
  readonly bend: Bend;
  readonly #fromMs: number;
  readonly #toMs: number;
  readonly #correctedMs: number;
  #requests = 0;

  constructor(bend: Bend) {
    const ms = (iso: string | undefined, otherwise: number) => (iso === undefined ? otherwise : instantMs(iso));
    if (bend.source !== "*") checkName(bend.source);
    this.bend = bend;
    this.#fromMs = ms(bend.from, Number.NEGATIVE_INFINITY);
    this.#toMs = ms(bend.to, Number.POSITIVE_INFINITY);
    this.#correctedMs = ms(bend.correctedAt, Number.POSITIVE_INFINITY);
    const needsBeginning = "stuck" in bend || "drift" in bend || "move" in bend;
    if (needsBeginning && bend.from === undefined) throw new RangeError("this kind of bend needs a `from`");
  }

  concerns(source: string, nowMs: number): boolean {
    return ["*", source].includes(this.bend.source) && nowMs < this.#correctedMs;
  }

  isOf(figure: Figure, coin: Quoted): boolean {
    return (this.bend.figure ?? figure) === figure && (this.bend.coin ?? coin) === coin;
  }

  /** The time of the newest figure that the source has. */
  newestMs(nowMs: number): number {
    const { bend } = this;
    if (!this.#includes(nowMs)) return nowMs;
    if ("lateMs" in bend) return this.#markUsed(nowMs - bend.lateMs);
    return "stuck" in bend && bend.stuck === "time" ? this.#markUsed(this.#fromMs) : nowMs;
  }

  /** The value that the source reports instead of the right one. */
  bent(right: Right, ms: number): Right {
    const { bend } = this;
    if (!this.#includes(ms) || "gone" in bend || "lateMs" in bend) return right;
    if ("stuck" in bend && bend.stuck === "time") return right; // see `newestMs`
    this.isUsed = true;
    if ("missing" in bend) return () => undefined;
    if ("lagMs" in bend) return (coin, at) => right(coin, at - bend.lagMs);
    if ("stuck" in bend) return (coin) => right(coin, this.#fromMs);
    if ("instead" in bend) {
      const { instead } = bend;
      return instead === "eur" ? (coin, at) => times(right(coin, at), EUR_PER_USD) : (_coin, at) => right(instead, at);
    }
    if ("ahead" in bend) return (coin, at) => times(bend.of(), 1 + bend.ahead) ?? right(coin, at);
    if ("offset" in bend) return (coin, at) => plus(right(coin, at), bend.offset);
    return (coin, at) => times(right(coin, at), this.#factor(bend, coin, at));
  }

  /** The response to a request for a figure that is unavailable; `undefined` if it is available. */
  goneResponse(source: Source, nowMs: number): SourceResponse | "reset" | "hang" | undefined {
    const { bend } = this;
    if (!("gone" in bend) || !this.#includes(nowMs)) return undefined;
    const [first, last] = bend.requests ?? [1, Number.POSITIVE_INFINITY];
    this.#requests += 1;
    if (this.#requests < first || this.#requests > last) return undefined;
    this.isUsed = true;
    if (typeof bend.gone === "string") return bend.gone;
    const response = refusal(source, bend.gone);
    if (bend.retryAfterS === undefined) return response;
    return { ...response, headers: { ...response.headers, "retry-after": String(bend.retryAfterS) } };
  }

  #includes(ms: number): boolean {
    return ms > this.#fromMs && ms <= this.#toMs;
  }

  #markUsed(ms: number): number {
    this.isUsed = true;
    return ms;
  }

  #factor(bend: Extract<Bend, { factor: number } | { scatter: number } | Growing>, coin: Quoted, ms: number): number {
    if ("factor" in bend) return bend.factor;
    const passedMs = ms - this.#fromMs;
    if ("drift" in bend) return (1 + bend.drift) ** (passedMs / (bend.perMs ?? DAY_MS));
    if ("move" in bend) return (1 + bend.move) ** (bend.overMs ? Math.min(1, passedMs / bend.overMs) : 1);
    const seed = seedOf(`${bend.source} ${coin}`);
    return 1 + bend.scatter * (2 * chance(seed, Math.floor(ms / MINUTE_MS)) - 1);
  }
}

type Growing = { drift: number } | { move: number };

/** One dollar in euros. */
const EUR_PER_USD = 0.87;

function times(value: number | undefined, factor: number): number | undefined {
  return value === undefined ? undefined : value * factor;
}

function plus(value: number | undefined, offset: number): number | undefined {
  return value === undefined ? undefined : value + offset;
}

function seedOf(text: string): number {
  return [...text].reduce((seed, letter) => Math.imul(seed, 31) + letter.charCodeAt(0), 7);
}

/** A refusal in the source's words, or the error page of a network in front of it. */
function refusal(source: Source, status: number): SourceResponse {
  if (status === 451) return json({ code: 0, msg: "Service unavailable from a restricted location." }, status);
  if (status === 403) return html(status, "Access denied");
  if (status === 429 || status === 418) return json(source.error(429), status);
  return json(source.error(status >= 500 ? 500 : 400), status);
}
