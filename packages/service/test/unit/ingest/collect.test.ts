import { EventEmitter, once } from "node:events";
import { addDays, endOf, utcDay } from "peak-cycle-model";
import { describe, expect, test } from "vitest";
import { SourceError } from "../../../src/domain/errors.js";
import { closeDays } from "../../../src/history/close-days.js";
import { collectDays } from "../../../src/ingest/collect.js";
import type { DataRequest, Source } from "../../../src/ingest/data-source.js";
import { daysOf } from "../../../src/ingest/observations-by-day.js";
import { publishFigure } from "../../../src/publish/publish-figure.js";
import { type FakeSource, fakeSource } from "../../support/fake-source.js";
import { observation, slowPrice, youngInstallation } from "../../support/young-installation.js";

const LAST = utcDay("2013-01-02");
const DAY = addDays(LAST, 1);
const NOW = "2013-01-04T06:00:00Z";
const never = new AbortController().signal;

/** Bitcoin's close of the day before; for a small move, of any day. */
const BTC = slowPrice(endOf(LAST));

type Figure = "btc-close" | "xrp-close" | "mvrv";

/** What a source says of every day it is asked for; without a number it does not answer. */
type Says = Partial<Record<Figure, () => number | undefined>>;

function figureOf(request: DataRequest): Figure | undefined {
  if (request.kind === "mvrv") return "mvrv";
  return request.kind === "daily" ? (`${request.coin}-close` as Figure) : undefined;
}

function source(name: string, says: Says): FakeSource {
  return fakeSource(name, (request) => {
    const figure = figureOf(request);
    const value = figure && says[figure];
    if (figure === undefined || value === undefined) return undefined;
    const said = value();
    if (said === undefined) return new SourceError(name, "unreachable", "away");
    const { from, to } = request as Extract<DataRequest, { kind: "mvrv" }>;
    return daysOf(from, to).map((day) => observation(figure, name, endOf(day), said));
  });
}

/** A source that is sure of Bitcoin. */
function steady(name: string, says: Says = {}): FakeSource {
  return source(name, { "btc-close": () => BTC, ...says });
}

const requestsAbout = (about: Figure, ...asked: readonly FakeSource[]) =>
  asked.flatMap((each) => each.asked).filter((request) => figureOf(request) === about);

/** The same source, whose first answer about XRP is on its way until it is let go. */
function slowAtFirst(quick: FakeSource): { source: Source; asked: Promise<unknown>; letGo: () => void } {
  const events = new EventEmitter();
  const asked = once(events, "asked");
  let isFirst = true;
  const slow: Source = {
    ...quick,
    async *observe(request, signal) {
      if (figureOf(request) === "xrp-close" && isFirst) {
        isFirst = false;
        const answered = once(events, "answered");
        events.emit("asked");
        await answered;
      }
      yield* quick.observe(request, signal);
    },
  };
  return { source: slow, asked, letGo: () => events.emit("answered") };
}

async function at06(sources: readonly Source[]) {
  const { deps, stores } = await youngInstallation(LAST, NOW, sources);
  const at = Date.parse(NOW) as never;
  await publishFigure(deps, "btcPrice", { value: BTC, source: "kraken", observedAt: at, fetchedAt: at });
  const knows = (figure: Figure, value: number, day = LAST) =>
    deps.stores.observations.add([observation(figure, "coin-metrics", endOf(day), value)]);
  await knows("btc-close", BTC);
  const close = async () => {
    await closeDays(deps, never);
    return (await stores.days.closedDays()).at(-1);
  };
  return { deps, knows, close };
}

describe("a major's close that needs a second source", () => {
  test("is not missed by a closing beside an hourly round that waits for the second source", async () => {
    const second = slowAtFirst(steady("bitstamp", { "xrp-close": () => 2 }));
    const { deps, close } = await at06([steady("coin-metrics", { "xrp-close": () => 2 }), second.source]);
    const round = collectDays(deps, DAY, DAY, never); // no earlier close of XRP is known
    await second.asked;
    expect((await close())?.majors).toEqual({ xrp: 2 });
    second.letGo();
    await round;
  });

  test("is asked for again where the second source failed: what the first said is no close of the day before", async () => {
    let isAway = true;
    const second = steady("bitstamp", { "xrp-close": () => (isAway ? undefined : 3) });
    const { deps, knows, close } = await at06([steady("coin-metrics", { "xrp-close": () => 3 }), second]);
    await knows("xrp-close", 2); // up by half in a day
    await collectDays(deps, DAY, DAY, never);
    isAway = false;
    expect((await close())?.majors).toEqual({ xrp: 3 });
  });

  test("is asked for again though a later day has a close like it", async () => {
    const second = steady("bitstamp", { "xrp-close": () => 3 });
    const { deps, knows } = await at06([steady("coin-metrics", { "xrp-close": () => 3 }), second]);
    await knows("xrp-close", 2);
    await knows("xrp-close", 3, addDays(DAY, 1));
    await collectDays(deps, DAY, DAY, never);
    expect(requestsAbout("xrp-close", second)).toHaveLength(1);
  });
});

test("a major's close that has hardly moved is taken of one source where no second has it, and then nobody is asked again", async () => {
  const sources = [steady("coin-metrics", { "xrp-close": () => 2.2 })];
  const { deps, knows, close } = await at06(sources);
  await knows("xrp-close", 2);
  await collectDays(deps, DAY, DAY, never);
  expect((await close())?.majors).toEqual({ xrp: 2.2 });
  expect(requestsAbout("xrp-close", ...sources)).toHaveLength(1);
});

test("MVRV is asked for again where the first source is late, though the second one has spoken", async () => {
  let isLate = true;
  const first = steady("coin-metrics", { mvrv: () => (isLate ? undefined : 1.5) });
  const second = steady("brk", { mvrv: () => 1.6 });
  const { deps, knows, close } = await at06([first, second]);
  await knows("mvrv", 1.5); // a day ago: too little of a silence for the second to be believed
  await collectDays(deps, DAY, DAY, never);
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
