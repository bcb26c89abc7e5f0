/** Texts and files that must not be in the repository. Each pattern is written so that it does not match itself. */

import { expect, test } from "vitest";
import { filesBelow, readText } from "./tree.js";

const BINARY = /\.(png|ico|woff2?|gz|zip|db|sqlite|parquet|xlsx)$/i;

const FORBIDDEN_TEXTS = [
  { what: "a path on someone's machine", pattern: /(?<![\w.*])\/(home|root|Users|work)\//, where: /./ },
  { what: "a tool that is not part of the product", pattern: /[.]library\b|\bfarm[-]/, where: /./ },
  { what: "a postponed task", pattern: /\b(TO[D]O|FIX[M]E|XX[X])\b/, where: /./ },
  {
    what: "a suppressed warning without a reason",
    pattern: /(biome[-]ignore|ts[-]expect-error)(?!(-\w+)?( [\w/]+)?: \w.{9})/,
    where: /\.ts$/,
  },
  { what: "a disabled type check", pattern: /@ts[-](ignore|nocheck)/, where: /\.ts$/ },
  // Outside of a checkout npx would download a package of this name, which belongs to somebody else.
  { what: "npx with a name that is not ours on npm", pattern: /npx[ ](-y )?peak(?![-\w])/, where: /./ },
  {
    what: "a test that is skipped, or that skips the others",
    pattern: /\b(test|it|describe|suite)(\.\w+)*\.(only|skip|todo|fails)\b/,
    where: /(^|\/)test\/.*\.ts$/,
  },
];

/** File names under which the sources' data and common collections of them are passed on. */
const VENDOR_FILES = [
  /(^|\/)(btc|eth|all|ada|bnb|doge|ltc|sol|xrp)\.csv$/i,
  /(^|\/)[A-Z]{5,}-1[dh](-[\d-]+)?\.(csv|zip)$/i,
  /(coin-?metrics|fear-?(and-?)?greed|bitstamp|kraken|binance|coingecko|coinpaprika|brk)[^/]*\.(csv|zip|gz)$/i,
];

test("no file contains a forbidden text", () => {
  const files = filesBelow().filter((path) => !BINARY.test(path) && path !== "package-lock.json");
  expect(files.length).toBeGreaterThan(300);
  const faults = files.flatMap((path) => {
    const rules = FORBIDDEN_TEXTS.filter(({ where }) => where.test(path));
    const found = (line: string) => rules.filter(({ pattern }) => pattern.test(line));
    return readText(path)
      .split("\n")
      .flatMap((line, i) => found(line).map(({ what }) => `${path}:${i + 1} contains ${what}`));
  });
  expect(faults).toEqual([]);
});

test("no file contains market data, whose licenses forbid it", () => {
  expect(filesBelow().filter((path) => VENDOR_FILES.some((each) => each.test(path)))).toEqual([]);
});
