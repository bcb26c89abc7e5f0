import { expect, test } from "vitest";
import { type AttributionParts, attributionText, creditRows } from "../../src/attribution.js";
import { PUBLISHER } from "../support/views.js";

test("an attribution ends the site's name with a mark if the name is right to left, and only then", () => {
  expect(attributionText({ ...PUBLISHER, siteName: "موقع القمة" })).toBe(
    "Peak Cycle Index by موقع القمة\u200e · peak.example:8443",
  );
  expect(attributionText({ ...PUBLISHER, siteName: "Größe 峰" })).toBe(
    "Peak Cycle Index by Größe 峰 · peak.example:8443",
  );
});

const CREDIT: AttributionParts = ["Peak Cycle Index (simulated) by Peak · ", "peak.example", "https://peak.example"];
const rowsOf = (credit: AttributionParts, width: number, time = "") =>
  creditRows(credit, width, [time, time.length]).map(([text, links]) => `${text}|${links.length}`);

test("where name and site do not fit next to each other, the site is next to the publisher or the time", () => {
  expect(rowsOf(CREDIT, 400)).toEqual(["Peak Cycle Index (simulated) by Peak|1"]);
  expect(rowsOf(CREDIT, 320)).toEqual(["Peak Cycle Index (simulated) |0", "by Peak|1"]);
  expect(rowsOf(CREDIT, 320, "10:00\u00a0UTC")).toEqual(["Peak Cycle Index (simulated) by Peak|0", "10:00\u00a0UTC|1"]);
});

test("a site that fits next to nothing has a row of its own", () => {
  expect(rowsOf([CREDIT[0], "a-rather-long-name-for-a-site.of-a-host.example", ""], 320)).toEqual([
    "Peak Cycle Index (simulated) by Peak|0",
    "|1",
  ]);
});

test("no row of an attribution begins with a separator", () => {
  const widths = Array.from({ length: 300 }, (_, i) => 180 + i);
  const rows = widths.flatMap((width) =>
    creditRows(["An Index of Cycles by A Publisher · ", "p.example", ""], width, ["10:00\u00a0UTC", 9]),
  );
  expect(rows.filter(([text]) => text.startsWith("·"))).toEqual([]);
});
