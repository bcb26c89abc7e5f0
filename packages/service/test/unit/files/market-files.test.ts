import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { readMarketFiles } from "../../../src/files/market-files.js";
import { tempFolder } from "../../support/temp-sqlite.js";

function file(text: string): string {
  const path = join(tempFolder(), "table.csv");
  writeFileSync(path, text);
  return path;
}

/** A Bitcoin file with one good row, for tests of another file. */
const sound = () => file("date,price_usd,mvrv\n2010-07-18,0.08,1\n");

/** What is wrong with a file, without its name. */
async function faultsOf(text: string, kind: "btc" | "fearGreed" | "majors" = "btc"): Promise<string> {
  const path = file(text);
  const reading = readMarketFiles({ btc: sound(), [kind]: path });
  return reading.then(
    () => "",
    (error: Error) => error.message.replaceAll(`${path} `, ""),
  );
}

test("the days are those from 2010-07-18 to the last price, and blanks and gaps are missing figures", async () => {
  const days = await readMarketFiles({
    btc: file("date,open,price_usd,mvrv\n2010-07-18,1,0.08,\n2010-07-20,1,0.1,2.5\n2010-07-21,1,,3\n"),
    fearGreed: file("date,value,classification\n2010-07-18,30,Fear\n"),
    dominance: file("date,btc_dominance_pct\n2010-07-20,95.5\n"),
    majors: file("date,asset,price_usd\n2010-07-20,ETH,1\n"),
  });
  expect(days.map(({ price }) => price)).toEqual([0.08, undefined, 0.1]);
  expect(days.map(({ mvrv }) => mvrv)).toEqual([undefined, undefined, 2.5]);
  expect([days[0]?.fearGreed, days[2]?.dominance, days[2]?.majors["eth"]]).toEqual([30, 95.5, 1]);
});

test("Coin Metrics' own header is accepted, with a byte order mark and Windows line ends", async () => {
  const btc = file("\uFEFFtime,AdrActCnt,CapMVRVCur,PriceUSD\r\n2010-07-18,5,1.5,0.08\r\n");
  expect(await readMarketFiles({ btc })).toMatchObject([{ price: 0.08, mvrv: 1.5 }]);
});

test("every bad row of a file is reported with its line, twenty at most", async () => {
  const rows = "2010-07-18,0.08,1\n2010-07-19,zero,1\n2010-07-20,0,1\n2010-07-18,0.08,\n2009-01-02,1,\n";
  expect((await faultsOf(`date,price_usd,mvrv\n${rows}`)).split("\n")).toEqual([
    "line 3, column price_usd: btc-close is not a number written like 67000.12",
    "line 4, column price_usd: btc-close is not a number in its plausible range",
    "line 5, column price_usd: btc-close appears twice for this day",
    "line 6, column price_usd: btc-close is for a day before 2009-01-03, the first day of Bitcoin",
  ]);
  const many = await faultsOf(`date,price_usd\n${"2011-01-01,-1\n".repeat(50)}`);
  expect(many.split("\n")).toHaveLength(21);
});

test.each([
  ["has an impossible date", "date,price_usd\n2011-02-30,1\n", "line 2, column date: is not a date"],
  ["has a short line", "date,price_usd\n2011-02-03\n", "line 2: has a different number of columns"],
  ["has semicolons", "date;price_usd\n2011-02-03;0,08\n", "has no column date or time"],
  ["has no price", "date,close\n2011-02-03,1\n", "has no column price_usd or PriceUSD"],
  ["is empty", "", "has no column date or time"],
  ["has a column twice", "date,price_usd, price_usd\n2010-07-18,1,2\n", "line 1: duplicate column price_usd"],
  ["begins too late for the model", "date,price_usd\n2011-07-18,14\n", "has no price on 2010-07-18"],
])("a Bitcoin file that %s is rejected", async (_what, text, fault) => {
  expect(await faultsOf(text)).toContain(fault);
});

test("other files are rejected for a missing column or an unknown coin, and a missing file is named", async () => {
  expect(await faultsOf("date,mood\n2018-02-01,5\n", "fearGreed")).toBe("has no column value");
  expect(await faultsOf("date,asset,close\n2018-01-01,ETH,700\n", "majors")).toBe("has no column price_usd");
  expect(await faultsOf("date,asset,price_usd\n2018-01-01,BCH,2000\n", "majors")).toBe(
    "line 2, column asset: is not one of the supported coins: ADA, BNB, DOGE, ETH, LTC, SOL, XRP",
  );
  await expect(readMarketFiles({ btc: "/nowhere/at/all.csv" })).rejects.toThrow("cannot be read: no such file");
});

test.each(["0x1388", "5e3", "Infinity", " 5000", "+5000", "5_000", "5."])(
  "%s is not accepted as a decimal",
  async (text) => {
    const fault = "line 2, column price_usd: btc-close is not a number written like 67000.12";
    expect(await faultsOf(`date,price_usd\n2010-07-18,${text}\n`)).toBe(fault);
  },
);
