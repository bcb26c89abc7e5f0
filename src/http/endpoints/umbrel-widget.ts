import * as z from "zod";
import { isStale, scoreNumber, twoDecimals } from "../../domain/score.js";
import type { Snapshot } from "../../domain/snapshot.js";
import { currentCache } from "../cache-control.js";
import { endpoint, oncePerServer } from "../endpoint.js";
import { shallowMemo } from "../memoized-response.js";
import { phaseLabel } from "../reply-fields.js";

/** What Umbrel's home screen wants of a widget with four figures. Source: the documentation of its app store. */
export const UmbrelWidgetReply = z.strictObject({
  type: z.literal("four-stats").describe("the kind of widget"),
  refresh: z.string().describe("how often Umbrel asks again"),
  link: z.string().describe("the page of the app that a click opens"),
  items: z
    .array(
      z.strictObject({
        title: z.string().describe("name of a figure"),
        text: z.string().describe("the figure, ready to be shown"),
        subtext: z.string().describe("what stands beside it"),
      }),
    )
    .length(4)
    .describe("score, phase, signal and price"),
});

type UmbrelWidgetReply = z.infer<typeof UmbrelWidgetReply>;

/** Snapshot and staleness, the same object until one of them changes. */
const reading = oncePerServer(() =>
  shallowMemo((parts: { readonly snapshot: Snapshot; readonly stale: boolean }) => parts),
);

export const umbrelWidget = endpoint({
  path: "/embed/umbrel.json",
  id: "umbrelWidget",
  summary: "Score, phase, signal and price as a widget of Umbrel's home screen",
  reply: UmbrelWidgetReply,
  example: {
    type: "four-stats",
    refresh: "5m",
    link: "",
    items: [
      { title: "Score", text: "47.3", subtext: "of 100" },
      { title: "Phase", text: "Bull Active", subtext: "" },
      { title: "Signal", text: "Hold", subtext: "" },
      { title: "Bitcoin", text: "83,652", subtext: "USD" },
    ],
  },
  source: (deps, now) => {
    const snapshot = deps.data.snapshot();
    return snapshot && reading(deps)({ snapshot, stale: isStale(snapshot.score.computedAt, now) });
  },
  cache: ({ snapshot }, now) => currentCache(snapshot.score.computedAt, now),
  content: ({ snapshot, stale }) => presentWidget(snapshot, stale),
});

/** Texts in English: the answer knows nothing of the reader's language. */
export function presentWidget({ score, market }: Snapshot, stale: boolean): UmbrelWidgetReply {
  const { signal } = score.btc;
  return {
    type: "four-stats",
    refresh: "5m",
    link: "",
    items: [
      { title: "Score", text: scoreNumber(score.btc.score).toFixed(1), subtext: stale ? "stale" : "of 100" },
      { title: "Phase", text: phaseLabel(score.btc.phase), subtext: "" },
      { title: "Signal", text: `${signal[0]}${signal.slice(1).toLowerCase()}`, subtext: "" },
      { title: "Bitcoin", text: dollars(market.btcPrice.value), subtext: "USD" },
    ],
  };
}

/** Whole dollars with thousands apart, cents below a hundred. */
function dollars(price: number): string {
  const digits = price < 100 ? 2 : 0;
  const format = new Intl.NumberFormat("en-US", { minimumFractionDigits: digits, maximumFractionDigits: digits });
  return format.format(twoDecimals(price));
}
