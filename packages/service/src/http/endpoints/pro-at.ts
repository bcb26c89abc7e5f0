/** `/api/pro/nhci/at`: the score that was the newest one at a moment, for backtests without hindsight. For holders of a key. */
import { formatDay, formatInstant, type Instant, instantOf, scoreNumber, twoDecimals } from "peak-cycle-model";
import * as z from "zod";
import { type HistoryRow, rowInstant } from "../../domain/history.js";
import { type PastScore, pastScore } from "../../publish/pro-state.js";
import type { Endpoint, EndpointDeps } from "../endpoint.js";
import { KEY_HEADER, NOTHING_YET, wrongParameter } from "../problems.js";
import { parsedQuery } from "../query.js";
import { okField, phaseField, phaseKeyField, phaseLabel, priceField, scoreField } from "../reply-fields.js";
import { JSON_HEADERS, responseOnce } from "../response-variants.js";
import { FIRST_PRO_DAY } from "./pro-history.js";

const ProAtReply = z.strictObject({
  ok: okField,
  asset: z.literal("BTC").describe("the asset of the score"),
  time: z.iso.datetime().describe("the moment that was asked for; ISO 8601, UTC"),
  kind: z.enum(["hourly", "daily"]).describe("daily before the first hourly score of this installation"),
  origin: z
    .enum(["live", "late", "backfill"])
    .describe(
      "live: computed then; late: as of its own time, after downtime; backfill: computed before anybody was shown it",
    ),
  computed_at: z.iso.datetime().describe("when it was computed; of a backfilled row 06:00 UTC of its day"),
  score: scoreField("the newest score at that moment: 0 to 100, at most one decimal"),
  phase: phaseField("label of the phase of score, always in English"),
  phase_key: phaseKeyField("the same for programs"),
  btc_price_usd: priceField("Bitcoin price in USD that it was computed from, at most two decimals"),
  model_version: z.string().describe("version of the model that computed it"),
});

type ProAtReply = z.infer<typeof ProAtReply>;

const EXAMPLE: ProAtReply = {
  ok: true,
  asset: "BTC",
  time: "2026-11-20T14:30:00.000Z",
  kind: "hourly",
  origin: "live",
  computed_at: "2026-11-20T14:05:00.250Z",
  score: 61.2,
  phase: "Hot Zone",
  phase_key: "HOT",
  btc_price_usd: 84_391.27,
  model_version: "1",
};

const SECONDS = 300;

export const proAt: Endpoint = {
  path: "/api/pro/nhci/at",
  group: "extra",
  needsKey: true,
  api: {
    id: "proAt",
    tag: "pro",
    summary: "The score as it was published at a moment",
    docs: {
      heading: "The score at a moment",
      purpose: `What the newest score was at ?time=, from ${formatDay(FIRST_PRO_DAY)} 06:00 UTC on: hourly scores since this installation began, daily rows before. Nothing that came later is in it, not even a correction, so that a backtest sees what a reader saw.`,
    },
    parameters: [{ name: "time", in: "query", required: true, schema: { type: "string", format: "date-time" } }],
    success: {
      description: "the score at that moment",
      mediaType: "application/json",
      reply: { name: "ProAtReply", schema: ProAtReply },
      example: EXAMPLE,
    },
    others: { 429: "TooManyRequests", 503: "NotReady" },
    maxAgeSeconds: SECONDS,
  },
  responder: (deps) => {
    const { clock, published } = deps;
    return ({ url = "", headers }) => {
      const query = parsedQuery(AskedMoment, url);
      if ("refusal" in query) return query.refusal;
      const { time } = query.asked;
      if (time > clock.now()) return wrongParameter("time", "must not lie ahead");
      const rows = published.rows.get();
      if (rows === undefined) return NOTHING_YET;
      const found = hourlyAt(deps, time) ?? dailyAt(rows, time);
      if (found === undefined) return wrongParameter("time", "lies before the first score");
      const text = JSON.stringify(presentAt(found, time));
      return responseOnce(text, `public, max-age=${SECONDS}`, { ...JSON_HEADERS, vary: [KEY_HEADER] }, headers);
    };
  },
};

const AskedMoment = z.object({
  time: z.iso
    .datetime({ offset: true, error: "must be a moment such as 2026-11-20T14:30:00Z" })
    .transform((text) => instantOf(text)),
});

type FoundScore = Omit<PastScore, "hour"> & Pick<ProAtReply, "kind" | "origin">;

function hourlyAt({ published, pro }: Pick<EndpointDeps, "published" | "pro">, time: Instant): FoundScore | undefined {
  const stored = pro?.scores ?? [];
  const now = published.score.get();
  // The newest one is there at once, also before it has been read back.
  const isNewer = now !== undefined && now.computedAt <= time && now.computedAt > (stored.at(-1)?.computedAt ?? 0);
  const score = isNewer ? pastScore(now) : stored.findLast(({ computedAt }) => computedAt <= time);
  return score && { ...score, kind: "hourly", origin: "live" };
}

/** A row of the time before this installation stands for 06:00 UTC of its day. */
function dailyAt(rows: readonly HistoryRow[], time: Instant): FoundScore | undefined {
  const knownAt = ({ origin, day, computedAt }: HistoryRow) => (origin === "backfill" ? rowInstant(day) : computedAt);
  const row = rows.findLast((each) => each.day >= FIRST_PRO_DAY && knownAt(each) <= time);
  return row && { ...row, computedAt: knownAt(row), kind: "daily" };
}

function presentAt(found: FoundScore, time: Instant): ProAtReply {
  const { kind, origin, computedAt, score, phase, btcPriceUsd, modelVersion } = found;
  return ProAtReply.parse({
    ok: true,
    asset: "BTC",
    time: formatInstant(time),
    kind,
    origin,
    computed_at: formatInstant(computedAt),
    score: scoreNumber(score),
    phase: phaseLabel(phase),
    phase_key: phase,
    btc_price_usd: twoDecimals(btcPriceUsd),
    model_version: modelVersion,
  });
}
