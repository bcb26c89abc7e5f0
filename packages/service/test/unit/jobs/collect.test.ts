import { EventEmitter, once } from "node:events";
import { addDays, endOf, type UtcDay, utcDay } from "peak-cycle-model";
import { describe, expect, test } from "vitest";
import { SourceError } from "../../../src/domain/errors.js";
import { collectDays } from "../../../src/jobs/collect.js";
import { daysOf } from "../../../src/jobs/stored-days.js";
import { putFigure } from "../../../src/published/publish-now.js";
import { addObservations } from "../../../src/storage/observations.js";
import type { DataRequest } from "../../support/canned-source.js";
import { type FakeSource, fakeSource } from "../../support/fake-source.js";
import { storedDays } from "../../support/sample-ledger.js";
import { observation, slowPrice, youngInstallation } from "./young-installation.js";

const LAST = utcDay("2013-01-02");
const DAY = addDays(LAST, 1);
const NOW = "2013-01-04T06:00:00Z";
const never = new AbortController().signal;

/** Bitcoin's close of the day before; for a small move, of any day. */
const BTC = slowPrice(endOf(LAST));

type Figure = "btc-close" | "xrp-close" | "mvrv";

/** What a source says of every day it is asked for; without a number it does not answer. */
type Says = Partial<Record<Figure, () => number | undefined>>;

function source(name: string, says: Says, wait?: (request: DataRequest) => Promise<unknown>): FakeSource {
  const answer = (request: DataRequest) => {
    const { kind } = request;
    const value = says[kind as Figure];
    if (kind === "prices" || kind === "dominance" || value === undefined) return undefined;
    const said = value();
    if (said === undefined) return new SourceError(name, "unreachable", "away");
    return daysOf(request.from, request.to).map((day) => observation(kind, name, endOf(day), said));
  };
  return fakeSource(name, answer, wait);
}

/** A source that is sure of Bitcoin. */
function steady(name: string, says: Says = {}): FakeSource {
  return source(name, { "btc-close": () => BTC, ...says });
}

const requestsAbout = (about: Figure, ...asked: readonly FakeSource[]) =>
  asked.flatMap((each) => each.asked).filter((request) => request.kind === about);

/** A source whose first answer about XRP is on its way until it is let go. */
function slowAtFirst(name: string, says: Says): { source: FakeSource; asked: Promise<unknown>; letGo: () => void } {
  const events = new EventEmitter();
  const asked = once(events, "asked");
  let isFirst = true;
  const slow = source(name, { "btc-close": () => BTC, ...says }, async (request) => {
    if (request.kind !== "xrp-close" || !isFirst) return;
    isFirst = false;
    const answered = once(events, "answered");
    events.emit("asked");
    await answered;
  });
  return { source: slow, asked, letGo: () => events.emit("answered") };
}

async function at06(sources: readonly FakeSource[]) {
  const installation = await youngInstallation(LAST, NOW, sources);
  const { closeDays, context, database, upstreams } = installation;
  const at = Date.parse(NOW) as never;
  await putFigure(database, installation.published, "btcPrice", {
    value: BTC,
    source: "kraken",
    observedAt: at,
    fetchedAt: at,
  });
  const knows = (figure: Figure, value: number, day = LAST) =>
    addObservations(database, [observation(figure, "coin-metrics", endOf(day), value)]);
  await knows("btc-close", BTC);
  const close = async () => {
    await closeDays();
    return (await storedDays(database)).at(-1);
  };
  const collected = (day: UtcDay) => collectDays(context, upstreams, { from: day, to: day }, never);
  return { collected, knows, close };
}

describe("a major's close that needs a second source", () => {
  test("is stored by a closing that runs while an hourly round waits for the second source", async () => {
    const second = slowAtFirst("bitstamp", { "xrp-close": () => 2 });
    const { collected, close } = await at06([steady("coin-metrics", { "xrp-close": () => 2 }), second.source]);
    const round = collected(DAY); // no earlier close of XRP is known
    await second.asked;
    expect((await close())?.majors).toEqual({ xrp: 2 });
    second.letGo();
    await round;
  });

  test("is asked for again where the second source failed: one source alone is no close", async () => {
    let isAway = true;
    const second = steady("bitstamp", { "xrp-close": () => (isAway ? undefined : 3) });
    const { collected, knows, close } = await at06([steady("coin-metrics", { "xrp-close": () => 3 }), second]);
    await knows("xrp-close", 2); // up by half in a day
    await collected(DAY);
    isAway = false;
    expect((await close())?.majors).toEqual({ xrp: 3 });
  });
});

test("a major's close that has hardly moved is taken of one source where no second has it", async () => {
  const sources = [steady("coin-metrics", { "xrp-close": () => 2.2 })];
  const { collected, knows, close } = await at06(sources);
  await knows("xrp-close", 2);
  await collected(DAY);
  expect((await close())?.majors).toEqual({ xrp: 2.2 });
  expect(requestsAbout("xrp-close", ...sources)).toHaveLength(1);
});

test("MVRV is asked for again where the first source is late, though the second one has spoken", async () => {
  let isLate = true;
  const first = steady("coin-metrics", { mvrv: () => (isLate ? undefined : 1.5) });
  const second = steady("brk", { mvrv: () => 1.6 });
  const { collected, knows, close } = await at06([first, second]);
  await knows("mvrv", 1.5); // a day ago: too little of a silence for the second to be believed
  await collected(DAY);
  isLate = false;
  expect((await close())?.mvrv).toBe(1.5);
});

test("a third source is asked for a close of Bitcoin that two differ about after a leap", async () => {
  const says = (share: number): Says => ({ "btc-close": () => BTC * share });
  const third = source("brk", says(1.4));
  const sources = [source("coin-metrics", says(1.405)), source("bitstamp", says(1.43)), third];
  const { close } = await at06(sources);
  expect((await close())?.price).toBeCloseTo(BTC * 1.405, 9);
  expect(requestsAbout("btc-close", third)).toHaveLength(1);
});
