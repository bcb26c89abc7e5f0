import { expect, test } from "vitest";
import { chart } from "../../src/chart.js";
import type { ChartView } from "../../src/chart-data.js";
import { LIGHT } from "../../src/colors.js";
import type { Language } from "../../src/locale.js";
import { serialize } from "../../src/markup.js";
import { daysTable, dayText } from "../../src/text-alternatives.js";
import { NOW, TWO_DAYS } from "./sample-views.js";

const summary = (view: ChartView, language: Language) =>
  chart(view, { width: 640, colors: LIGHT, language }).attributes["aria-label"];

test("a chart's summary ends with the first day and the last", () => {
  expect(summary({ now: NOW, days: TWO_DAYS }, "en")).toBe(
    "Bitcoin cycle index. ▲ Cycle-top risk. 72.4. Hot Zone. +2.4 since Nov 20. Signal: Reduce. Nov 20 70.0 → Nov 21 72.5 UTC",
  );
  expect(summary({ now: NOW, days: TWO_DAYS }, "de")).toMatch(/\. 20\. Nov\. 70,0 → 21\. Nov\. 72,5 UTC$/);
});

test("a chart's summary without days, and without a score, says what there is", () => {
  expect(summary({ now: NOW, days: [], note: "stale" }, "fr")).toBe(
    "Indice cycle bitcoin. ▲ Risque de sommet. 72,4. Zone chaude. ▲ Plus de 2 h. Signal: Réduire",
  );
  expect(summary({ now: undefined, days: [] }, "es")).toBe("Índice ciclo Bitcoin. –. Sin datos");
});

test("a day is told with its UTC date, the score, the phase and the price", () => {
  expect(TWO_DAYS.map((day) => dayText(day, "en"))[1]).toBe("November 21, 2026 UTC · 72.5 · Hot Zone · $83,000");
});

test("of crypto there is the score alone, in the summary, in a day and in the table", () => {
  const days = TWO_DAYS.map(({ date, score, phase }) => ({ date, score, phase }));
  expect(summary({ asset: "crypto", now: undefined, days }, "de")).toMatch(/^Krypto\. –\. .*\. 20\. Nov\. 70,0 → /);
  expect(days.map((day) => dayText(day, "en"))[1]).toBe("November 21, 2026 UTC · 72.5 · Hot Zone");
  const text = serialize(daysTable(days, "en", "crypto"));
  expect(text).toContain("<caption>Crypto · UTC</caption>");
  expect(text.match(/<th scope="col">/g)).toHaveLength(2);
  expect(text).toContain('<tr><th scope="row">November 20, 2026</th><td>70.0 Hot Zone</td></tr>');
});

test("the table has a caption that says UTC, a heading for each column and each day, and all values", () => {
  const text = serialize(daysTable(TWO_DAYS, "en"));
  expect(text).toContain("<caption>Bitcoin · UTC</caption>");
  expect(text.match(/<th scope="col">/g)).toHaveLength(3);
  expect(text).toContain('<tr><th scope="row">November 20, 2026</th><td>70.0 Hot Zone</td><td>$81,000</td></tr>');
});
