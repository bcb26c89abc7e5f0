/**
 * What counts as a source's answer before `believing.ts` compares the answers. A figure out of range or older than ten
 * minutes never gets here: the source modules reject it.
 */

import { type Instant, MINUTE_MS } from "peak-cycle-model";
import type { Quote } from "../domain/live-figures.js";
import type { AskedSource, Belief, Stated } from "./believing.js";

/** One source's live feed, as remembered from one poll to the next. */
export interface Feed {
  readonly value: number;
  /** The provider's time; `undefined` if it gives none. */
  readonly statedAt: Instant | undefined;
  /** When we first saw this value and time. */
  readonly since: Instant;
  /** The other sources' first figures since then. */
  readonly others: ReadonlyMap<string, number>;
}

/** A live quote as received; for a ticker without a time, `statedAt` is `undefined`. */
export interface LiveQuote {
  readonly source: string;
  readonly value: number;
  readonly statedAt: Instant | undefined;
}

/** The state of all feeds of one figure after a poll. Sources that were not queried keep their state. */
export function rememberFeeds(
  feeds: ReadonlyMap<string, Feed>,
  quotes: readonly LiveQuote[],
  at: Instant,
): ReadonlyMap<string, Feed> {
  const next = new Map(feeds);
  for (const { source, value, statedAt } of quotes) {
    const feed = feeds.get(source);
    const isSame = feed !== undefined && feed.value === value && feed.statedAt === statedAt;
    next.set(source, isSame ? feed : { value, statedAt, since: at, others: new Map() });
  }
  for (const [source, feed] of next) {
    const fresh = quotes.filter((each) => each.source !== source && !feed.others.has(each.source));
    if (fresh.length === 0) continue;
    const others = new Map([...feed.others, ...fresh.map((each) => [each.source, each.value] as const)]);
    next.set(source, { ...feed, others });
  }
  return next;
}

/** A feed that does not change for this long, while another one moves, is stuck. */
const STUCK_AFTER_MS = 10 * MINUTE_MS;

/**
 * Whether a feed is stuck: its value and time did not change for ten minutes while another source moved by more than
 * `agree`. In a quiet market no feed changes, and none is stuck.
 *
 * @param quotes of this poll
 * @param agree a share, as in the bounds of the figure
 */
export function isStuckFeed(feed: Feed | undefined, quotes: readonly LiveQuote[], at: Instant, agree: number): boolean {
  if (feed === undefined || at - feed.since < STUCK_AFTER_MS) return false;
  return quotes.some(({ source, value }) => {
    const before = feed.others.get(source);
    return before !== undefined && Math.abs(value / before - 1) > agree;
  });
}

/** If tether is further than this from a dollar, a single source is not enough for a conversion. */
const TETHER_TOLERANCE = 0.005;

function isDollar({ value }: Stated): boolean {
  return Math.abs(value - 1) <= TETHER_TOLERANCE;
}

/**
 * The value of one tether in dollars, for converting tether prices. If its sources contradict each other, the one that
 * is within half a percent of a dollar counts. If that source is wrong, the exchange in tether is one of four with a
 * wrong price. Without a rate, a single wrong source of tether would exclude that exchange and leave three.
 *
 * @param tether what is believed about its price
 * @returns `undefined` if prices in tether do not count
 */
export function tetherRate(tether: Belief): number | undefined {
  if (tether.kind === "nothing") return undefined;
  if (tether.kind === "unsure") return tether.doubt.answers.find(isDollar)?.value;
  const isConfirmed = tether.kind === "confirmed" && tether.agreeing.length >= 2;
  return isConfirmed || isDollar(tether) ? tether.value : undefined;
}

/**
 * If a source is silent, uses our own last quote from it before an instant, never in addition to it: one source must
 * not have two votes.
 *
 * @param own our own stored quote of the minutes before the instant, confirmed or believed
 * @param sourceNames the names of all enabled sources: one without closes, such as a live ticker, is added last
 */
export function withOwnQuote(
  sources: readonly AskedSource[],
  own: Quote | undefined,
  sourceNames: readonly string[],
): readonly AskedSource[] {
  if (own === undefined || !sourceNames.includes(own.source)) return sources;
  const { source, value } = own;
  if (!sources.some((each) => each.source === source)) return [...sources, { source, value }];
  return sources.map((each) => (each.source === source && each.value === undefined ? { ...each, value } : each));
}

/** A source whose own close is further than this from the day's close uses a different price. */
export const OTHER_PRICE = 0.05;

/**
 * A source's MVRV as an answer; it does not count if the source's own close is not the day's. A source that derives
 * prices from the chain was off by a third for a week of January 2015, and so was its MVRV, although its realized price
 * was right.
 *
 * @param ownClose the source's own close, USD; `undefined` if it has none
 * @param dayClose the day's close, USD
 */
export function mvrvAnswer(
  source: string,
  mvrv: number | undefined,
  ownClose: number | undefined,
  dayClose: number,
): AskedSource {
  const close = ownClose ?? dayClose;
  if (mvrv === undefined || Math.abs(close / dayClose - 1) > OTHER_PRICE) return { source, value: undefined };
  return { source, value: mvrv, realizedPrice: close / mvrv };
}
