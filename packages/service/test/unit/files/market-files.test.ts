import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { endOf, formatDay, formatInstant, utcDay } from "peak-cycle-model";
import { describe, expect, test } from "vitest";
import { observedAt, readMarketFiles, toDayInputs } from "../../../src/files/market-files.js";
import { tempFolder } from "../../support/temp-sqlite.js";

function file(text: string): string {
  const path = join(tempFolder(), "table.csv");
  writeFileSync(path, text);
  return path;
}

const faultsOf = (promise: Promise<unknown>) =>
  promise.then(
    () => "",
    (error: Error) => error.message,
  );

describe("files of daily history", () => {
  test("a Bitcoin file gives closes and MVRV, blanks being missing", async () => {
    const btc = file("date,open,price_usd,mvrv\n2010-07-18,1,0.08,\n2010-07-19,1,0.09,2.5\n");
    expect((await readMarketFiles({ btc })).map(({ metric, day, value }) => [metric, formatDay(day), value])).toEqual([
      ["btc-close", "2010-07-18", 0.08],
      ["btc-close", "2010-07-19", 0.09],
      ["mvrv", "2010-07-19", 2.5],
    ]);
  });

  test("Coin Metrics' own header is understood, with a byte order mark and Windows line ends", async () => {
    const btc = file("\uFEFFtime,AdrActCnt,CapMVRVCur,PriceUSD\r\n2010-07-18,5,1.5,0.08\r\n");
    expect((await readMarketFiles({ btc })).map((each) => [each.metric, each.value])).toEqual([
      ["btc-close", 0.08],
      ["mvrv", 1.5],
    ]);
  });

  test("every bad row is named by its line, and nothing is given", async () => {
    const btc = file("date,price_usd,mvrv\n2010-07-18,0.08,1\n2010-07-19,zero,1\n2010-07-20,0,1\n2010-07-18,0.08,\n");
    const faults = await faultsOf(readMarketFiles({ btc }));
    expect(faults).toContain("line 3, column price_usd: btc-close is not a number written like 67000.12");
    expect(faults).toContain("line 4, column price_usd: btc-close is not a number in its plausible range");
    expect(faults).toContain("line 5, column price_usd: btc-close of this day is there twice");
  });

  test("a figure of a day that is not over is refused with its line where the time is known, a blank is not", async () => {
    const now = endOf(utcDay("2010-07-19"));
    const btc = file("date,price_usd,mvrv\n2010-07-19,0.08,1\n2010-07-20,0.09,1\n2010-07-21,,\n");
    const faults = await faultsOf(readMarketFiles({ btc }, { now }));
    expect(faults.split("\n").map((each) => each.slice(btc.length + 1))).toEqual([
      "line 3, column price_usd: btc-close of a day that is not over",
      "line 3, column mvrv: mvrv of a day that is not over",
    ]);
    const fearGreed = file("date,value\n2010-07-20,50\n2010-07-21,50\n"); // a day's value is there at its beginning
    expect(await faultsOf(readMarketFiles({ fearGreed }, { now }))).toMatch(
      / line 3, column value: fear-greed of a day that is not over$/,
    );
    expect(await readMarketFiles({ btc })).toHaveLength(4);
  });

  test("a date that does not exist, a short line and an unreadable file are named", async () => {
    expect(await faultsOf(readMarketFiles({ btc: file("date,price_usd\n2011-02-30,1\n") }))).toContain(
      "line 2, column date: is not a date",
    );
    expect(await faultsOf(readMarketFiles({ btc: file("date,price_usd\n2011-02-03\n") }))).toContain(
      "line 2: has another number",
    );
    expect(await faultsOf(readMarketFiles({ btc: "/nowhere/at/all.csv" }))).toContain("cannot be read: no such file");
    expect(await faultsOf(readMarketFiles({ btc: tempFolder() }))).toContain(
      "cannot be read: illegal operation on a directory",
    );
    expect(await faultsOf(readMarketFiles({ btc: file("date;price_usd\n2011-02-03;0,08\n") }))).toContain(
      "has no column date or time",
    );
    expect(await faultsOf(readMarketFiles({ btc: file("date,close\n2011-02-03,1\n") }))).toContain(
      "has no column price_usd or PriceUSD",
    );
    expect(await faultsOf(readMarketFiles({ btc: file("") }))).toContain("has no column date or time");
  });

  test("a header without rows is a file of nothing known, or refused where rows are needed", async () => {
    for (const text of ["date,value,classification\n", "date,value"]) {
      const fearGreed = file(text);
      expect(await readMarketFiles({ fearGreed })).toEqual([]);
      expect(await faultsOf(readMarketFiles({ fearGreed }, { needsRows: true }))).toBe(
        `${fearGreed} has a header and no row`,
      );
    }
    expect(await faultsOf(readMarketFiles({ fearGreed: file("date,mood\n2018-02-01,5\n") }))).toContain(
      "has no column value",
    );
  });

  test.each(["0x1388", '" 5e3 "', "5e3", "Infinity", " 5000", '" "', "+5000", "5_000", "5.000", "5."])(
    "a figure written as %s is a number only when it is a plain decimal",
    async (text) => {
      const btc = file(`date,price_usd\n2010-07-18,${text}\n`);
      const reading = readMarketFiles({ btc });
      if (text === "5.000") return void expect((await reading)[0]?.value).toBe(5);
      expect(await faultsOf(reading)).toBe(
        `${btc} line 2, column price_usd: btc-close is not a number written like 67000.12`,
      );
    },
  );

  test("a day before Bitcoin is refused, its first day is not", async () => {
    const btc = file("date,price_usd\n2009-01-02,1\n2009-01-03,1\n");
    expect(await faultsOf(readMarketFiles({ btc }))).toBe(
      `${btc} line 2, column price_usd: btc-close of a day before 2009-01-03, the first day of Bitcoin`,
    );
  });

  test("a column that is there twice is refused by its name", async () => {
    const btc = file("date,price_usd,mvrv, price_usd\n2010-07-18,1,1,2\n");
    expect(await faultsOf(readMarketFiles({ btc }))).toBe(`${btc} line 1: column price_usd is there twice`);
  });

  test("only the first twenty faults of a file are listed", async () => {
    const rows = Array.from({ length: 50 }, () => "2011-01-01,-1").join("\n");
    const faults = await faultsOf(readMarketFiles({ btc: file(`date,price_usd\n${rows}\n`) }));
    expect(faults.split("\n")).toHaveLength(21);
    expect(faults).toContain("more");
  });

  test("a coin outside the basket is refused with those that are in it", async () => {
    const majors = file("date,asset,price_usd\n2018-01-01,ETH,700\n2018-01-01,BCH,2000\n");
    expect(await faultsOf(readMarketFiles({ majors }))).toBe(
      `${majors} line 3, column asset: is none of the coins that count: ADA, BNB, DOGE, ETH, LTC, SOL, XRP`,
    );
  });

  test("each figure is observed when its metric says", async () => {
    const fearGreed = file("date,value,classification\n2018-02-01,30,Fear\n");
    const dominance = file("date,btc_dominance_pct\n2018-02-01,35.5\n");
    const figures = await readMarketFiles({ fearGreed, dominance });
    expect(figures.map((each) => formatInstant(observedAt(each)))).toEqual([
      "2018-02-01T00:00:00.000Z",
      "2018-02-01T23:59:59.999Z",
    ]);
  });
});

describe("the days of an evaluation", () => {
  test("run from 2010-07-18 to the last price, gaps left missing", async () => {
    const btc = file("date,price_usd\n2010-07-18,0.08\n2010-07-20,0.1\n2010-07-21,\n");
    const days = toDayInputs("x", await readMarketFiles({ btc }));
    expect(days.map((each) => each.price)).toEqual([0.08, undefined, 0.1]);
  });

  test("a file that begins later is refused", async () => {
    const btc = file("date,price_usd\n2011-07-18,14\n");
    const figures = await readMarketFiles({ btc });
    expect(() => toDayInputs("late.csv", figures)).toThrow("late.csv has no price on 2010-07-18");
  });
});
