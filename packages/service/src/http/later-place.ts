/** The range in which today's later place may turn out to lie, as `meta`, the feeds and the tools for agents give it. */
import { type PlaceRecord, type Range, scoreNumber } from "peak-cycle-model";
import * as z from "zod";
import { scoreField } from "./reply-fields.js";

export const laterPlaceField = z
  .strictObject({
    low: scoreField("lower end of the range"),
    high: scoreField("upper end of the range"),
    covered_share: z
      .number()
      .min(0)
      .max(1)
      .nullable()
      .describe("share of the past days whose later place lay in their range; null before that is known"),
    covered_days: z.int().min(0).describe("so many days that share is of"),
    meaning: z.string().describe("what the range is, and what disagreement is not; to be passed on with it"),
  })
  .meta({ id: "LaterPlace" })
  .nullable()
  .describe("where the price of the day may turn out to stand, known in two years; null before there is a range");

type LaterPlaceReply = z.infer<typeof laterPlaceField>;

/** @param range of the newest score @param place how such ranges have done so far, from the record */
export function presentLaterPlace(range: Range | undefined, place: PlaceRecord | undefined): LaterPlaceReply {
  if (range === undefined) return null;
  const { coveredShare, rangeDays = 0 } = place ?? {};
  return {
    low: scoreNumber(range.low),
    high: scoreNumber(range.high),
    covered_share: coveredShare === undefined ? null : Number(coveredShare.toFixed(3)),
    covered_days: rangeDays,
    meaning: MEANING,
  };
}

/** The range of the newest closed day in sentences, for a form without fields; empty before there is a range. */
export function laterPlaceText(place: PlaceRecord | undefined): string {
  const reply = presentLaterPlace(place?.newest.range, place);
  if (place === undefined || reply === null) return "";
  const { low, high, covered_share: share, covered_days: days, meaning } = reply;
  const coverage = share === null ? "" : `; of ${days} earlier days ${(100 * share).toFixed(1)} % lay in their range`;
  return `Later place of ${place.newest.day}, known in two years: ${low} to ${high}${coverage}. ${meaning}`;
}

const MEANING =
  "Where the day may turn out to stand among the prices of the two years before and after it: 0 at the lowest, 100 at the highest, known in two years. " +
  "The range is the score plus and minus the error that nine of ten days so far have not exceeded; it is no forecast of a price. " +
  "The disagreement is another thing: it says how far the components are apart, not how sure the score is.";

/** Made up, like the other examples. */
export const LATER_PLACE_EXAMPLE: LaterPlaceReply = {
  low: 36,
  high: 86.4,
  covered_share: 0.978,
  covered_days: 3768,
  meaning: MEANING,
};
