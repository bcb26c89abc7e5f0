/** Texts and files that must not be in the repository. Each pattern is written so that it does not match itself. */

import { expect, test } from "vitest";
import { filesBelow, readText } from "./tree.js";

const BINARY = /\.(png|ico|woff2?|gz|zip|db|sqlite|parquet|xlsx)$/i;

const FORBIDDEN_TEXTS = [
  { what: "a path on someone's machine", pattern: /(?<![\w.*])\/(home|root|Users|work)\// },
  // Outside of a checkout npx would download a package of this name, which belongs to somebody else.
  { what: "npx with a name that is not ours on npm", pattern: /npx[ ](-y )?peak(?![-\w])/ },
];

/** File names under which the sources' data and common collections are shared. */
const VENDOR_FILES = [
  /(^|\/)(btc|eth|all|ada|bnb|doge|ltc|sol|xrp)\.csv$/i,
  /(^|\/)[A-Z]{5,}-1[dh](-[\d-]+)?\.(csv|zip)$/i,
  /(coin-?metrics|fear-?(and-?)?greed|bitstamp|kraken|binance|coingecko|coinpaprika|brk)[^/]*\.(csv|zip|gz)$/i,
];

test("no file contains a forbidden text", () => {
  const files = filesBelow().filter((path) => !BINARY.test(path) && path !== "package-lock.json");
  expect(files.length).toBeGreaterThan(300);
  const faults = files.flatMap((path) => {
    const text = readText(path);
    return FORBIDDEN_TEXTS.filter(({ pattern }) => pattern.test(text)).map(({ what }) => `${path} contains ${what}`);
  });
  expect(faults).toEqual([]);
});

test("no file contains market data, whose licenses forbid it", () => {
  expect(filesBelow().filter((path) => VENDOR_FILES.some((each) => each.test(path)))).toEqual([]);
});
