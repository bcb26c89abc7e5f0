import type { DayInputs } from "../../../../model/src/day.js";
import { trackRecord } from "../../../../model/src/record/compute-track-record.js";
import { syntheticDays } from "../../../../model/test/support/synthetic-market.js";
import { recordJson } from "../../../src/files/record-json.js";

/** Where the golden record lies. */
export const RECORD_FILE = new URL("record.json", import.meta.url);

/** Far enough into 2023 that all three periods are told of. */
const DAYS = 4700;

/** Digits that are kept of a price: few enough that another machine's sine makes the same market. */
const DIGITS = 5;

const rounded = (value: number | undefined) => (value === undefined ? undefined : Number(value.toPrecision(DIGITS)));

/** What the golden file has to hold: the record of the made-up market. */
export function goldenRecord(): string {
  const days = syntheticDays(DAYS).map(
    (inputs): DayInputs => ({
      ...inputs,
      price: rounded(inputs.price),
      mvrv: rounded(inputs.mvrv),
      majors: {},
      dominance: undefined,
    }),
  );
  return recordJson(trackRecord(days));
}
