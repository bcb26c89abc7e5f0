import * as z from "zod";
import { UpstreamError } from "../../domain/errors.js";
import { endOf, parseDay } from "../../domain/instant.js";
import type { DayFigures } from "../day-figures.js";
import { Needed, Optional } from "../number.js";
import { readPayload } from "../read-payload.js";

export const BRK = "brk";

/** The series to ask for, in the order in which the envelopes come back. */
export const BRK_SERIES = "date,price_close,mvrv";

const Dates = z.object({ start: Needed, end: Needed, data: z.array(z.string()) });
const Figures = z.object({ start: Needed, end: Needed, data: z.array(Optional) });
const Bulk = z.tuple([Dates, Figures, Figures]);

/**
 * The days of a bulk answer but the newest one, which is still forming, also when the source's chain stands still.
 * Dates come from the `date` series: positions have been counted from three different days by this source's own clients.
 *
 * @throws UpstreamError `malformed` when the three series do not cover the same consecutive days
 */
export function readBulk(payload: unknown): DayFigures[] {
  const [dates, prices, valuations] = readPayload(BRK, Bulk, payload);
  for (const series of [dates, prices, valuations]) {
    const isWhole = series.end - series.start === series.data.length;
    if (!isWhole || series.start !== dates.start || series.end !== dates.end) {
      throw new UpstreamError(BRK, "malformed", "the series do not cover the same days");
    }
  }
  const days = dates.data.map((text) => parseDay(text));
  const first = days[0];
  return days.slice(0, -1).map((day, i) => {
    if (day === undefined || first === undefined || day !== first + i) {
      throw new UpstreamError(BRK, "malformed", "the dates are not consecutive days");
    }
    return { end: endOf(day), price: prices.data[i], mvrv: valuations.data[i] };
  });
}
