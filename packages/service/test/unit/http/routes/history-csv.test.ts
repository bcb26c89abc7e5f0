import { formatDay } from "peak-cycle-model";
import { expect, test } from "vitest";
import { publicRow } from "../../../../src/domain/history.js";
import { presentHistory } from "../../../../src/http/routes/history.js";
import { csvText } from "../../../../src/http/routes/history-csv.js";
import { settledOver } from "../../../../src/published/settled-rows.js";
import { showHistory } from "../../../support/show-history.js";
import { sampleSite } from "../sample-site.js";
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

test("the newest 30 of the rows stand there, each with the settled phase of its own day", async () => {
  const rows = sampleRows("2026-11-21", 31).map((row, i) => ({ ...row, score: 50 + i }));
  const phases = settledOver(rows);
  const { published, ask } = sampleSite();
  showHistory(published, { rows, settled: phases });
  const text = await (await ask("/api/public/nhci/history.csv")).text();
  const lines = text.split("\r\n").slice(1, -1);
  const cells = lines.map((line) => line.split(","));
  expect(cells.map((line) => [line[0], line.at(-1)])).toEqual(
    phases.slice(1).map(({ day, phase }) => [formatDay(day), phase]),
  );
  expect(new Set(phases.map(({ phase }) => phase)).size).toBeGreaterThan(1);
});

test("nothing in it can be a formula", () => {
  expect(csvText(days, settled)).not.toMatch(/(?:^|,|\n)[=+\-@\t\r]/);
});
