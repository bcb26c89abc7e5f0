import { expect, test } from "vitest";
import { publicRow } from "../../../../src/domain/history.js";
import { settledOver } from "../../../../src/history/settled-rows.js";
import { presentHistory } from "../../../../src/http/endpoints/history.js";
import { csvText } from "../../../../src/http/endpoints/history-csv.js";
import { sampleRows } from "../samples.js";

const reply = presentHistory(sampleRows());
const days = sampleRows().map(publicRow);
const settled = settledOver(sampleRows());

test("the history is CSV by RFC 4180: a header, one line a day, every line ended by CR LF", () => {
  const text = csvText(days, settled);
  const lines = text.split("\r\n");
  expect(lines).toHaveLength(32);
  expect(lines[0]).toBe("date,score,score_smoothed,phase,phase_key,btc_price_usd,settled_phase_key");
  expect(lines[31]).toBe("");
  expect(text.replaceAll("\r\n", "")).not.toMatch(/[\r\n"]/);
  for (const line of lines.slice(0, -1)) expect(line.split(",")).toHaveLength(7);
});

test("a line has the numbers of the JSON, and the settled phase of its day at the end", () => {
  const row = reply.data[17]!;
  expect(csvText(days, settled).split("\r\n")[18]).toBe(`${Object.values(row).join(",")},BULL`);
});

test("nothing in it can be a formula", () => {
  expect(csvText(days, settled)).not.toMatch(/(?:^|,|\n)[=+\-@\t\r]/);
});
