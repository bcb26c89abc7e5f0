/**
 * The score and the history in one answer that is not metered, for widgets whose reader's address has used up its
 * limit: in offices and mobile networks many readers share one. Caches may hold one copy for all of them.
 */
import type { ChartDay } from "peak-cycle-drawing";
import { type Instant, isStale, type PhaseKey } from "peak-cycle-model";
import * as z from "zod";
import { PUBLIC_DAYS } from "../../domain/history.js";
import { scoreAndMarket } from "../../published/published.js";
import { CURRENT_SECONDS, currentCache } from "../cache-control.js";
import { type EndpointDeps, endpoint } from "../endpoint.js";
import { renderState } from "../render-state.js";
import { phaseKeyField, scoreField } from "../reply-fields.js";
import { CURRENT_EXAMPLE, CurrentReply, presentCurrent } from "./current.js";
import { HISTORY_EXAMPLE, HistoryReply, presentHistory, Row } from "./history.js";

/** The fields of the current score, then those of the history: whoever reads one of the two answers can read this one. */
const EmbedDataReply = z.strictObject({ ...CurrentReply.shape, ...HistoryReply.shape });

const DESCRIBED = {
  path: "/embed/nhci.json",
  id: "embedData",
  tag: "embeds",
  summary: `The score and the ${PUBLIC_DAYS} days for widgets whose reader's address has used up its limit`,
  source: sourceOf,
  cache: { seconds: CURRENT_SECONDS, header: ({ score }: Source, now: Instant) => currentCache(score.computedAt, now) },
} as const;

export const embedData = endpoint({
  ...DESCRIBED,
  reply: EmbedDataReply,
  example: { ...CURRENT_EXAMPLE, ...HISTORY_EXAMPLE },
  content: present,
});

type Source = NonNullable<ReturnType<typeof sourceOf>>;

function sourceOf({ published }: EndpointDeps, now: Instant) {
  const [current, rows] = [scoreAndMarket(published), published.history.get()?.rows.slice(-PUBLIC_DAYS)];
  if (current === undefined || rows?.length !== PUBLIC_DAYS) return undefined;
  return { ...current, rows, stale: isStale(current.score.computedAt, now), days: renderState(published).crypto.days };
}

function present({ score, market, rows, stale }: Source): CurrentReply & HistoryReply {
  return { ...presentCurrent({ score, market }, stale), ...presentHistory(rows) };
}

/** The fields of the score of Bitcoin that crypto has too, and its days. */
const CryptoReply = CurrentReply.shape.crypto
  .extend({
    phase_key: phaseKeyField("the same for programs"),
    ...CurrentReply.shape.btc.pick({ updated_at: true, stale: true }).shape,
    data: z
      .array(
        z.strictObject({
          date: Row.shape.date,
          score: scoreField("score of crypto as it was published at 06:00 UTC of the day"),
          phase_key: phaseKeyField("its phase"),
        }),
      )
      .describe("consecutive UTC days, oldest first; none unless there are 30"),
  })
  .meta({ id: "CryptoEmbed" });

/** The same where the site offers crypto as an asset. */
export const embedDataWithCrypto = endpoint({
  ...DESCRIBED,
  reply: EmbedDataReply.extend({ crypto: CryptoReply }),
  example: withCrypto({ ...CURRENT_EXAMPLE, ...HISTORY_EXAMPLE }, "BULL", [
    { date: "2026-11-21", score: 57.2, phase: "BULL" },
  ]),
  content: (source) => withCrypto(present(source), source.score.crypto.phase, source.days),
});

function withCrypto(both: CurrentReply & HistoryReply, phase_key: PhaseKey, days: readonly ChartDay[]) {
  const { updated_at, stale } = both.btc;
  const data = days.map(({ date, score, phase }) => ({ date, score, phase_key: phase }));
  return { ...both, crypto: { ...both.crypto, phase_key, updated_at, stale, data } };
}
