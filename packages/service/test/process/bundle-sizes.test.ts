import { readdirSync, readFileSync } from "node:fs";
import { runInNewContext } from "node:vm";
import { gzipSync } from "node:zlib";
import { attributionParts } from "peak-cycle-drawing";
import { expect, test } from "vitest";

/**
 * Maximum size in bytes of each script of `packages/service/dist/widgets` after `gzip -9`, in five languages and with
 * short names of the site; longer names add to it. No room is reserved for a sixth language.
 */
const MAX_BYTES = {
  "nhci-chart.js": 12.6 * 1024,
  "nhci-badge.js": 7.8 * 1024,
} as const;

/** The placeholder that the server replaces with the publisher; it occurs once in an embed's script. */
const PLACE = "__PEAK_PUBLISHER__";
const PUBLISHER = JSON.stringify(
  attributionParts({ indexName: "Peak Cycle Index", siteName: "Peak", baseUrl: "https://peak.example/" }),
);

const BUILT = new URL("../../dist/widgets/", import.meta.url);

const NAMES = Object.keys(MAX_BYTES) as (keyof typeof MAX_BYTES)[];

test.each(NAMES)("%s is small enough, with the publisher in it", (name) => {
  const text = built(name).replace(PLACE, PUBLISHER);
  expect(gzipSync(text, { level: 9 }).length).toBeLessThanOrEqual(MAX_BYTES[name]);
});

/**
 * The script of the iframe page, which draws the chart, is two thirds of the total. The script of `/embed`, which opens
 * the iframe near the viewport, takes 210 bytes and saves 200 ms of blocking on a phone. For readers whose clock is
 * wrong, the front page has 40 bytes.
 */
test("all scripts of our own pages together are small enough for any one of them", () => {
  const own = readdirSync(BUILT).filter((name) => name.endsWith(".js") && !(name in MAX_BYTES));
  const bytes = own.map((name) => gzipSync(readFileSync(new URL(name, BUILT)), { level: 9 }).length);
  expect(own).toContain("copy.js");
  expect(bytes.reduce((sum, each) => sum + each, 0)).toBeLessThan(15.6 * 1024);
});

test.each(NAMES)("%s does nothing without a page, as on a server", (name) => {
  expect(() => runInNewContext(built(name), {})).not.toThrow();
});

test.each([...NAMES, "frame.js"])("%s is ASCII, so that a copy works on a page in any encoding", (name) => {
  expect(built(name)).toMatch(/^[\n\x20-\x7e]+$/);
});

test.each([...NAMES, "frame.js"])("%s draws without `Intl`, whose first use takes a phone 110 ms", (name) => {
  expect(built(name)).not.toContain("Intl");
});

function built(name: string): string {
  return readFileSync(new URL(name, BUILT), "utf8");
}
