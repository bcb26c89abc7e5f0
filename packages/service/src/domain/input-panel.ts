/**
 * The input panel: the state and the source of each input of the score. `/status`, `/meta`, the commands and the
 * metrics all show this view.
 */

import { addDays, type DayInputs, type Instant, MAJORS, type Major, type UtcDay } from "peak-cycle-model";
import { newestRowDay, rowInstant } from "./history.js";
import type { InputDoubt, InputState, RefusedSource, SilentSource } from "./input-state.js";
import type { Market, MarketPart } from "./live-figures.js";
import type { Metric, PastMetric } from "./observation.js";

const MAJOR_TITLES: Readonly<Record<Major, string>> = {
  eth: "Ethereum (ETH)",
  bnb: "BNB",
  xrp: "XRP",
  sol: "Solana (SOL)",
  doge: "Dogecoin (DOGE)",
  ada: "Cardano (ADA)",
  ltc: "Litecoin (LTC)",
};

/** In display order. */
const TITLES = {
  btc_price: "Bitcoin price",
  btc_close: "Bitcoin's last close",
  btc_price_0600: "Bitcoin at 06:00 UTC",
  mvrv: "MVRV",
  btc_dominance: "Bitcoin dominance",
  fear_greed: "Fear & Greed",
  ...MAJOR_TITLES,
  usdt: "Tether (USDT)",
} as const satisfies Readonly<Record<string, string>>;

export type InputKey = keyof typeof TITLES;

export const INPUT_KEYS = Object.keys(TITLES) as readonly InputKey[];

/** The metrics of an input; the first one determines the displayed source. */
function metricsOf(key: InputKey): readonly [Metric, ...Metric[]] {
  if (key === "btc_price") return ["btc-price"];
  if (key === "btc_close") return ["btc-close"];
  if (key === "btc_price_0600") return ["btc-hour-close"];
  if (key === "btc_dominance") return ["dominance"];
  if (key === "fear_greed") return ["fear-greed"];
  if (key === "usdt") return ["usdt-price"];
  return key === "mvrv" ? ["mvrv"] : [`${key}-price`, `${key}-close`];
}

/** The inputs that are frozen with a closed day. */
export const CLOSED_INPUTS: readonly ClosedInput[] = [
  { key: "btc_close", metric: "btc-close", numberIn: ({ price }) => price },
  { key: "mvrv", metric: "mvrv", numberIn: ({ mvrv }) => mvrv },
  { key: "btc_dominance", metric: "dominance", numberIn: ({ dominance }) => dominance },
  { key: "fear_greed", metric: "fear-greed", numberIn: ({ fearGreed }) => fearGreed },
  ...MAJORS.map((major): ClosedInput => {
    return { key: major, metric: `${major}-close`, numberIn: ({ majors }) => majors[major] };
  }),
];

interface ClosedInput {
  readonly key: InputKey;
  readonly metric: PastMetric | "dominance";
  /** `undefined` if the day has none. */
  readonly numberIn: (day: DayInputs) => number | undefined;
}

/** Live figures that are also published between two checks of all their sources. */
const LIVE: Partial<Record<InputKey, MarketPart>> = {
  btc_price: "btcPrice",
  btc_dominance: "btcDominance",
  fear_greed: "fearGreed",
};

/**
 * - `ok`: believed, from its first source that was due
 * - `unconfirmed`: believed, but no second source agrees although one was due
 * - `replaced`: believed, but not from the first source that was due
 * - `silent`: no source responds although one was due
 * - `unsure`: not believed, or only shown
 * - `unknown`: not requested yet
 * - `off`: no source is enabled
 */
export const INPUT_HEALTHS = ["ok", "unconfirmed", "replaced", "silent", "unsure", "unknown", "off"] as const;
export type InputHealth = (typeof INPUT_HEALTHS)[number];

/** An input of the score; for a major coin its live price, with the doubts about its close. */
export interface PanelInput {
  readonly key: InputKey;
  readonly title: string;
  readonly health: InputHealth;
  /** The source in use; `undefined` if none was ever believed. */
  readonly source: string | undefined;
  /** How many sources agree, the one in use included. */
  readonly agreeing: number;
  /** How many enabled sources could have it. */
  readonly enabled: number;
  readonly observedAt: Instant | undefined;
  readonly unsure: InputDoubt | undefined;
  readonly refused: readonly RefusedSource[];
  readonly silent: readonly SilentSource[];
  readonly unconfirmedSince: Instant | undefined;
  readonly replacedSince: Instant | undefined;
}

/** The values from which the panel is built. */
export interface PanelParts {
  readonly inputs: readonly InputState[];
  readonly market: Partial<Market>;
  /** The day of the newest history row. */
  readonly newestRow: UtcDay | undefined;
}

/** Every input in display order; the price at 06:00 only while a row waits for it. */
export function inputPanel({ inputs, market, newestRow }: PanelParts, now: Instant): readonly PanelInput[] {
  return INPUT_KEYS.flatMap((key) => {
    const states = metricsOf(key).map((metric) => inputs.find((each) => each.metric === metric));
    const part = LIVE[key];
    if (key !== "btc_price_0600") return [panelInput(key, states, part && market[part])];
    const waitingPrice = states[0] && awaitedPrice(states[0], newestRow, now);
    return waitingPrice === undefined ? [] : [panelInput(key, [waitingPrice], undefined)];
  });
}

/**
 * The price at 06:00 is requested only when the live price cannot be used, and no longer after its row exists. So notes
 * on earlier rows do not count.
 *
 * @returns `undefined` if no row waits for it
 */
function awaitedPrice(state: InputState, newestRow: UtcDay | undefined, now: Instant): InputState | undefined {
  if (newestRow === undefined || newestRow >= newestRowDay(now)) return undefined;
  const due = rowInstant(addDays(newestRow, 1));
  if (state.notedAt < due) return undefined;
  const from = (since: Instant) => (since > due ? since : due);
  const { unsure, refused, silent, unconfirmedSince, replacedSince } = state;
  return {
    ...state,
    unsure: unsure && { ...unsure, since: from(unsure.since) },
    refused: refused.map((each) => ({ ...each, since: from(each.since) })),
    silent: silent.map((each) => ({ ...each, since: from(each.since) })),
    unconfirmedSince: unconfirmedSince && from(unconfirmedSince),
    replacedSince: replacedSince && from(replacedSince),
  };
}

function panelInput(
  key: InputKey,
  [first, ...others]: readonly (InputState | undefined)[],
  live: Market[MarketPart] | undefined,
): PanelInput {
  const isLiveNewer = live !== undefined && live.observedAt > (first?.observedAt ?? 0);
  const { source, observedAt } = isLiveNewer ? live : { source: undefined, observedAt: undefined, ...first };
  const { agreeing, enabled } = { agreeing: 0, enabled: 0, ...first };
  const notes = [first, ...others].flatMap((state) => (state !== undefined && state.enabled > 0 ? state : []));
  const doubts = {
    unsure: earliest(notes.flatMap(({ unsure }) => unsure ?? [])),
    refused: earliestOfEach(notes.flatMap(({ refused }) => refused)),
    silent: earliestOfEach(notes.flatMap(({ silent }) => silent)),
    unconfirmedSince: earliestMoment(notes.map(({ unconfirmedSince }) => unconfirmedSince)),
    replacedSince: earliestMoment(notes.map(({ replacedSince }) => replacedSince)),
  };
  const input = { key, title: TITLES[key], source, agreeing, enabled, observedAt, ...doubts };
  return { ...input, health: first === undefined ? "unknown" : healthOf(input) };
}

function healthOf(input: Omit<PanelInput, "health">): InputHealth {
  if (input.enabled === 0) return "off";
  if (input.unsure !== undefined) return "unsure";
  if (input.agreeing === 0 && input.silent.length > 0) return "silent";
  if (input.replacedSince !== undefined) return "replaced";
  return input.unconfirmedSince === undefined ? "ok" : "unconfirmed";
}

function earliest<T extends { readonly since: Instant }>(all: readonly T[]): T | undefined {
  return all.toSorted((one, other) => one.since - other.since)[0];
}

/** One entry per source. */
function earliestOfEach<T extends SilentSource>(all: readonly T[]): readonly T[] {
  const sources = new Set(all.map(({ source }) => source));
  return [...sources].flatMap((source) => earliest(all.filter((each) => each.source === source)) ?? []);
}

function earliestMoment(all: readonly (Instant | undefined)[]): Instant | undefined {
  return all.filter((each) => each !== undefined).toSorted((one, other) => one - other)[0];
}
