import { statSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { filesBelow, ROOT, readText } from "./tree.js";

const BINARY = /\.(png|ico|woff2?|gz|zip|db|sqlite|parquet|xlsx)$/i;
const DATA_BYTES = 50 * 1024;

/** Texts that stand nowhere. Each is written so that it does not match itself. */
const FORBIDDEN_TEXTS = [
  { what: "a path of someone's machine", pattern: /(?<![\w.*])\/(home|root|Users|work)\//, where: /./ },
  { what: "a tool that is not part of the product", pattern: /[.]library\b|\bfarm[-]/, where: /./ },
  { what: "a promise to do it later", pattern: /\b(TO[D]O|FIX[M]E|XX[X])\b/, where: /./ },
  {
    what: "a suppression without a reason",
    pattern: /(biome[-]ignore|ts[-]expect-error)(?!(-\w+)?( [\w/]+)?: \w.{9})/,
    where: /\.ts$/,
  },
  // What npx does not find in a checkout it fetches, and the name of our command is there somebody else's.
  { what: "a package of somebody else", pattern: /npx[ ](-y )?peak(?![-\w])/, where: /./ },
  { what: "a switched off type check", pattern: /@ts[-](ignore|nocheck)/, where: /\.ts$/ },
  {
    what: "a type taken past the linter's arrows",
    pattern: /(?<!await )(?<!=> )\bimport\(["'][.]/,
    where: /^(src|simulator)\//,
  },
  {
    what: "a test that is left out, or that leaves out the others",
    pattern: /\b(test|it|describe|suite)(\.\w+)*\.(only|skip|todo|fails)\b/,
    where: /^test\/.*\.ts$/,
  },
];

/** Names under which the sources and their common collections are passed on. */
const VENDOR_FILE =
  /(^|\/)((btc|eth|all|ada|bnb|doge|ltc|sol|xrp)\.csv|[A-Z]{5,}-1[dh](-[\d-]+)?\.(csv|zip)|.*(coin-?metrics|fear-?(and-?)?greed|bitstamp|kraken|binance|coingecko|coinpaprika|brk).*\.(csv|tsv|ndjson|parquet|xlsx|zip|gz))$/i;
/** Data that a person can read and review; a made-up market of any length is generated, not kept. */
const DATA_FILE = /\.(csv|tsv|ndjson|parquet|xlsx|sqlite|db|zip|gz)$/i;

test("no file of the product holds a forbidden text", () => {
  const files = filesBelow().filter((path) => !BINARY.test(path) && path !== "package-lock.json");
  expect(files.length).toBeGreaterThan(300);
  expect(files.flatMap((path) => textFaults(path, readText(path)))).toEqual([]);
});

test("no file of the product is market data", () => {
  expect(filesBelow().flatMap((path) => dataFaults(path, statSync(join(ROOT, path)).size))).toEqual([]);
});

function textFaults(path: string, text: string): readonly string[] {
  const rules = FORBIDDEN_TEXTS.filter(({ where }) => where.test(path));
  return text
    .split("\n")
    .flatMap((line, i) =>
      rules.filter(({ pattern }) => pattern.test(line)).map(({ what }) => `${path}:${i + 1} holds ${what}`),
    );
}

function dataFaults(path: string, bytes: number): readonly string[] {
  const isVendors = VENDOR_FILE.test(path);
  const isLarge = DATA_FILE.test(path) && bytes > DATA_BYTES;
  const isLargeFixture = path.startsWith("packages/service/test/fixtures/") && bytes > DATA_BYTES;
  return [
    ...(isVendors ? [`${path} is named like a vendor's file`] : []),
    ...(isLarge || isLargeFixture ? [`${path} has ${bytes} bytes`] : []),
  ];
}
