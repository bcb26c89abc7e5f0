import { expect, test } from "vitest";
import { HOUR_MS, type Instant } from "../../../src/domain/instant.js";
import { collectDominance } from "../../../src/operations/collect-dominance.js";
import { fakeClock } from "../../support/fake-clock.js";
import { fakeUpstream } from "../../support/fake-upstream.js";
import { quietLog } from "../../support/quiet-log.js";
import { tempSqliteStores } from "../../support/temp-sqlite.js";
import { observation } from "../../support/young-installation.js";

const NOON = "2026-11-21T12:00:00Z";
const never = new AbortController().signal;

/** What becomes of a first source's answer, the other source having none. */
async function collected(percent: number) {
  const clock = fakeClock(NOON);
  const { observations } = await tempSqliteStores();
  const refused: string[] = [];
  const upstreams = [fakeUpstream("coingecko", () => [observation("dominance", "coingecko", clock.now(), percent)])];
  const at = (clock.now() - HOUR_MS) as Instant;
  const last = { value: 57, source: "coingecko", observedAt: at, fetchedAt: at };
  const meters = { refused: (figure: string) => void refused.push(figure) };
  const kept = await collectDominance({ clock, log: quietLog(), observations, upstreams, meters }, last, never);
  return { kept: kept?.value, refused };
}

test("a dominance close to the last is kept", async () => {
  expect(await collected(58)).toEqual({ kept: 58, refused: [] });
});

test("one that has jumped without a second source is refused, and counted", async () => {
  expect(await collected(30)).toEqual({ kept: undefined, refused: ["dominance"] });
});
