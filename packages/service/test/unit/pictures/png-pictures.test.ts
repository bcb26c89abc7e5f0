import { defaultVariant, type RenderState, type Variant } from "peak-cycle-drawing";
import { type Instant, MINUTE_MS } from "peak-cycle-model";
import { describe, expect, test } from "vitest";
import { PngPictures } from "../../../src/pictures/png-pictures.js";
import type { RenderPictures } from "../../../src/pictures/render-pictures.js";
import { Published } from "../../../src/published/published.js";
import { fakeClock } from "../../support/fake-clock.js";
import { quietLog } from "../../support/quiet-log.js";
import { SAMPLE_NOW, SAMPLE_PUBLISHER } from "../../support/sample-chart.js";
import { showHistory } from "../../support/show-history.js";

const BADGE = defaultVariant("badge");
const DARK: Variant = { ...BADGE, theme: "dark" };
const FRENCH: Variant = { ...BADGE, language: "fr" };

/** One drawing process: what it was asked for, and how the test says that it ends. */
interface Drawing {
  readonly names: readonly string[];
  readonly finish: () => void;
  readonly fail: () => void;
}

function harness() {
  const clock = fakeClock("2026-11-21T07:00:00Z");
  const log = quietLog();
  const begun: Drawing[] = [];
  const shown = { state: stateOf(undefined) };
  const draw: RenderPictures = ({ variants, computedAt }, handOver, signal) =>
    new Promise((resolve, reject) => {
      signal.addEventListener("abort", () => reject(signal.reason), { once: true });
      begun.push({
        names: variants.map(({ picture, theme, language }) => `${picture} ${theme} ${language}`),
        finish: () => {
          const bytes = Buffer.from(String(computedAt));
          for (const variant of variants) void handOver({ variant, fresh: bytes, stale: bytes });
          resolve();
        },
        fail: () => reject(new Error("no memory")),
      });
    });
  const pictures = new PngPictures({ clock, log, draw, state: () => shown.state, publisher: SAMPLE_PUBLISHER });
  const show = (computedAt: number): void => {
    shown.state = stateOf(computedAt);
  };
  return { clock, log, begun, pictures, show };
}

function stateOf(computedAt: number | undefined): RenderState {
  const chart = { now: computedAt && SAMPLE_NOW, days: [] } as RenderState["btc"];
  return { computedAt: computedAt as Instant | undefined, btc: chart, crypto: chart, cycle: undefined };
}

/** Lets everything that can go on go on. */
const settle = () => new Promise((resolve) => setImmediate(resolve));

describe("PNG pictures", () => {
  test("are the usual ones of each state, drawn ahead by one process and then there at once", async () => {
    const { pictures, show, begun } = harness();
    const published = new Published();
    show(1);
    pictures.follow(published);
    await settle();
    expect(begun.map(({ names }) => names)).toEqual([["badge light en", "chart light en", "cycle light en"]]);
    begun[0]?.finish();
    expect(await pictures.get(BADGE)).toMatchObject({ computedAt: 1, isWhole: true });
    expect(await pictures.get({ ...defaultVariant("cycle"), size: "xl" })).toMatchObject({ isWhole: false }); // there is no record yet
    published.show({ market: {} }); // what is shown stays the same
    await settle();
    expect(begun).toHaveLength(1);
    show(2);
    showHistory(published, {});
    await settle();
    expect(begun).toHaveLength(2);
  });

  test("that are rare are drawn while the request waits, once a state however many ask", async () => {
    const { pictures, show, begun } = harness();
    show(1);
    const asked = [pictures.get(DARK), pictures.get(DARK)];
    await settle();
    begun[0]?.finish();
    expect(await Promise.all(asked)).toMatchObject([{ computedAt: 1 }, { computedAt: 1 }]);
    await pictures.get(DARK);
    expect(begun.map(({ names }) => names)).toEqual([["badge dark en"]]);
    show(2);
    const newer = pictures.get(DARK);
    await settle();
    begun[1]?.finish();
    expect(await newer).toMatchObject({ computedAt: 2 });
  });

  test("that are asked for while one process draws are drawn together by the next", async () => {
    const { pictures, show, begun } = harness();
    show(1);
    const first = pictures.get(BADGE);
    await settle();
    const asked = [first, pictures.get(DARK), pictures.get(FRENCH)];
    begun[0]?.finish();
    await settle();
    expect(begun.map(({ names }) => names)).toEqual([["badge light en"], ["badge dark en", "badge light fr"]]);
    begun[1]?.finish();
    expect(await Promise.all(asked)).toMatchObject([{}, {}, {}]);
  });

  test("that take over four seconds are the last ones, or none, and there when they are asked for again", async () => {
    const { clock, pictures, show, begun } = harness();
    const asked = pictures.get(DARK);
    await clock.advance(4000);
    expect(await asked).toBeUndefined();
    show(1);
    begun[0]?.finish();
    await settle();
    const again = pictures.get(DARK);
    await clock.advance(4000);
    expect(await again).toMatchObject({ computedAt: undefined, isWhole: false });
    begun[1]?.finish();
    expect(await pictures.get(DARK)).toMatchObject({ computedAt: 1 });
  });

  test("are not drawn for five minutes after a failure, which is logged, unless there is a newer state", async () => {
    const { clock, log, pictures, show, begun } = harness();
    show(1);
    const failed = pictures.get(BADGE);
    await settle();
    begun[0]?.fail();
    expect(await failed).toBeUndefined();
    expect(log.lines.map(({ sentence }) => sentence)).toEqual(["pictures not drawn"]);
    await clock.advance(5 * MINUTE_MS - 1);
    expect(await pictures.get(BADGE)).toBeUndefined();
    expect(begun).toHaveLength(1);
    await clock.advance(1);
    void pictures.get(BADGE);
    await settle();
    begun[1]?.fail();
    await settle();
    show(2);
    const newer = pictures.get(BADGE);
    await settle();
    begun[2]?.finish();
    expect(await newer).toMatchObject({ computedAt: 2 });
  });

  test("are given up at once when the service closes, which is not logged, and none is begun after it", async () => {
    const { log, pictures, show, begun } = harness();
    show(1);
    const first = pictures.get(BADGE);
    await settle();
    const waiting = [first, pictures.get(DARK)];
    await pictures.close();
    expect(await Promise.all(waiting)).toEqual([undefined, undefined]);
    expect(await pictures.get(FRENCH)).toBeUndefined();
    expect([begun.length, log.lines]).toEqual([1, []]);
  });
});
