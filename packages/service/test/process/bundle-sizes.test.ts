import { readdirSync, readFileSync } from "node:fs";
import { runInNewContext } from "node:vm";
import { gzipSync } from "node:zlib";
import { attributionParts } from "peak-cycle-drawing";
import { expect, test } from "vitest";
import { BitcoinTracks } from "../../../model/src/engine/components.js";

/**
 * Maximum size in bytes of each script of `packages/service/dist/widgets`, as `gzip -9` makes them in five languages
 * with short names of the site; longer names come on top. A sixth language has to find room for itself.
 */
const MAX_BYTES = {
  "nhci-chart.js": 12.4 * 1024,
  "nhci-badge.js": 7.48 * 1024,
} as const;

/** Stands in a script of an embed once; the server puts the publisher there. */
const PLACE = "__PEAK_PUBLISHER__";
const PUBLISHER = JSON.stringify(
  attributionParts({ indexName: "Peak Cycle Index", siteName: "Peak", baseUrl: "https://peak.example/" }),
);

const BUILT = new URL("../../dist/widgets/", import.meta.url);

const NAMES = Object.keys(MAX_BYTES) as (keyof typeof MAX_BYTES)[];

test.each(NAMES)("%s is small and complete in itself", (name) => {
  expect(faults(name, built(name))).toEqual([]);
});

/** That of the iframe page, which draws the chart, is two thirds of them. */
test("all scripts of our own pages together are small enough for any one of them", () => {
  const own = readdirSync(BUILT).filter((name) => name.endsWith(".js") && !(name in MAX_BYTES));
  const bytes = own.map((name) => gzipSync(readFileSync(new URL(name, BUILT)), { level: 9 }).length);
  expect(own).toContain("copy.js");
  expect(bytes.reduce((sum, each) => sum + each, 0)).toBeLessThan(15 * 1024);
});

test.each(NAMES)("%s does nothing where there is no page, as on a server", (name) => {
  expect(() => runInNewContext(built(name), {})).not.toThrow();
});

test.each([...NAMES, "frame.js"])("%s is ASCII, so that a copy works on a page in any encoding", (name) => {
  expect(built(name)).toMatch(/^[\n\x20-\x7e]+$/);
});

test.each([...NAMES, "frame.js"])("%s names no indicator of the model", (name) => {
  const text = built(name).toLowerCase();
  expect(Object.keys(new BitcoinTracks()).filter((indicator) => text.includes(indicator.toLowerCase()))).toEqual([]);
});

function built(name: string): string {
  return readFileSync(new URL(name, BUILT), "utf8");
}

function faults(name: keyof typeof MAX_BYTES, text: string): readonly string[] {
  const bytes = gzipSync(text.replace(PLACE, PUBLISHER), { level: 9 }).length;
  const places = text.split(PLACE).length - 1;
  return [
    ...(bytes > MAX_BYTES[name] ? [`${name} has ${bytes} bytes, more than ${MAX_BYTES[name]}`] : []),
    ...(places === 1 ? [] : [`${name} has the publisher ${places} times`]),
    ...(/\bimport\s*\(|\bimport["'{*]|^import\b/m.test(text) ? [`${name} loads another file`] : []),
    ...(text.includes("sourceMappingURL") ? [`${name} names a map`] : []),
  ];
}
