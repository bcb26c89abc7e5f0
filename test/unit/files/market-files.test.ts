import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { endOf, formatDay, formatInstant, utcDay } from "../../../src/domain/instant.js";
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
    expect(faults).toContain("line 3: btc-close is not a number in its plausible range");
    expect(faults).toContain("line 4: btc-close is not a number in its plausible range");
    expect(faults).toContain("line 5: btc-close of this day is there twice");
  });

  test("a figure of a day that is not over is refused with its line where the time is known, a blank is not", async () => {
    const now = endOf(utcDay("2010-07-19"));
    const btc = file("date,price_usd,mvrv\n2010-07-19,0.08,1\n2010-07-20,0.09,1\n2010-07-21,,\n");
    const faults = await faultsOf(readMarketFiles({ btc }, now));
    expect(faults.split("\n").map((each) => each.slice(btc.length + 1))).toEqual([
      "line 3: btc-close of a day that is not over",
      "line 3: mvrv of a day that is not over",
    ]);
    const fearGreed = file("date,value\n2010-07-20,50\n2010-07-21,50\n"); // a day's value is there at its beginning
    expect(await faultsOf(readMarketFiles({ fearGreed }, now))).toMatch(
      / line 3: fear-greed of a day that is not over$/,
    );
    expect(await readMarketFiles({ btc })).toHaveLength(4);
  });

  test("a date that does not exist, a short line and an unreadable file are named", async () => {
    expect(await faultsOf(readMarketFiles({ btc: file("date,price_usd\n2011-02-30,1\n") }))).toContain(
      "line 2: date is not a date",
    );
    expect(await faultsOf(readMarketFiles({ btc: file("date,price_usd\n2011-02-03\n") }))).toContain(
      "line 2: has another number",
    );
    expect(await faultsOf(readMarketFiles({ btc: "/nowhere/at/all.csv" }))).toContain("cannot be read: there is no");
    expect(await faultsOf(readMarketFiles({ btc: tempFolder() }))).toContain("cannot be read: it is a folder");
    expect(await faultsOf(readMarketFiles({ btc: file("date;price_usd\n2011-02-03;0,08\n") }))).toContain(
      "has no column date or time",
    );
    expect(await faultsOf(readMarketFiles({ btc: file("date,close\n2011-02-03,1\n") }))).toContain(
      "has no column price_usd or PriceUSD",
    );
    expect(await faultsOf(readMarketFiles({ btc: file("") }))).toContain("has no column date or time");
  });

  test("a header without rows is a file of nothing known", async () => {
    const fearGreed = file("date,value,classification\n");
    expect(await readMarketFiles({ fearGreed, majors: file("date,asset,price_usd") })).toEqual([]);
    expect(await faultsOf(readMarketFiles({ fearGreed: file("date,mood\n") }))).toContain("has no column value");
  });

  test("only the first twenty faults of a file are listed", async () => {
    const rows = Array.from({ length: 50 }, () => "2011-01-01,-1").join("\n");
    const faults = await faultsOf(readMarketFiles({ btc: file(`date,price_usd\n${rows}\n`) }));
    expect(faults.split("\n")).toHaveLength(21);
    expect(faults).toContain("more");
  });

  test("majors outside the basket are passed over", async () => {
    const majors = file("date,asset,price_usd\n2018-01-01,ETH,700\n2018-01-01,BCH,2000\n");
    expect((await readMarketFiles({ majors })).map((each) => each.metric)).toEqual(["eth-close"]);
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
