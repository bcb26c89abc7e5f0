import type { IncomingMessage } from "node:http";
import { instantOf } from "peak-cycle-model";
import { describe, expect, test } from "vitest";
import { pages } from "../../../src/http/endpoints/pages.js";
import type { PreparedResponse } from "../../../src/http/response-variants.js";
import { statusPage } from "../../../src/pages/status.js";
import { Published } from "../../../src/publish/published.js";
import { sampleDeps } from "../http/sample-deps.js";
import { sampleStatus } from "./sample-status.js";
import { SITE } from "./samples.js";

/** The text of a page without its tags, as far as a part of it. */
function textOf(page: string, id: string): string {
  const part = new RegExp(`<section aria-labelledby="${id}">([\\s\\S]*?)</section>`).exec(page)?.[1] ?? "";
  return part.replace(/<[^>]*>/g, " ").replace(/\s+/g, " ");
}

describe("the status page", () => {
  const page = statusPage.draw(SITE, "en", sampleStatus());

  test("says whether the score is fresh, when it was computed and when the next one comes", () => {
    const now = textOf(page, "now");
    expect(now).toContain("● Fresh");
    expect(now).toContain("Nov 21, 2026, 07:05 UTC 59 seconds ago");
    expect(now).toContain("Next score Nov 21, 2026, 08:07 UTC");
    expect(now).toContain("Next daily row Nov 22, 2026, 06:00 UTC");
    expect(page).toContain("As of Nov 21, 2026, 07:06 UTC.");
  });

  test("says where the score stands: phase, days of the settled phase, changes and coverage", () => {
    const now = textOf(page, "now");
    expect(now).toContain("Phase Bull Active");
    expect(now).toContain("Settled phase Accumulation , for 12 days, since Nov 10, 2026");
    expect(now).toContain("1 day +0.8 7 days −2.1 30 days +10.3");
    expect(now).toContain("complete: there is data for every part of the score");
  });

  test("marks a stale score and missing data, and no other", () => {
    const stale = statusPage.draw(SITE, "en", sampleStatus({ isStale: true, coverage: 0.899_999 }));
    expect(stale).toContain("Stale: the score is older than 2 hours");
    expect(stale).not.toContain("Fresh</p>");
    expect(textOf(stale, "now")).toContain("89.99%: some data is missing");
    expect(page).not.toContain("Stale");
  });

  test("says that a daily row is overdue, and of no other", () => {
    const nextRowAt = instantOf("2026-11-21T06:00:00Z");
    const late = textOf(statusPage.draw(SITE, "en", sampleStatus({ nextRowAt })), "now");
    expect(late).toContain("Next daily row Nov 21, 2026, 06:00 UTC overdue");
    expect(textOf(page, "now")).not.toContain("overdue");
  });

  test("says what is not known yet", () => {
    const changes = [undefined, undefined, undefined];
    const young = sampleStatus({ changes, settled: undefined, nextScoreAt: undefined });
    const now = textOf(statusPage.draw(SITE, "en", young), "now");
    expect(now).toContain("Next score not known yet");
    expect(now).toContain("1 day not known yet 7 days not known yet 30 days not known yet");
    expect(now).not.toContain("since");
  });

  test("shows the age of each live figure by its source's title, or its name where that is all there is", () => {
    const figures = textOf(page, "figures");
    expect(figures).toContain("Bitcoin price Kraken &lt;K&gt; 41 seconds ago");
    expect(figures).toContain("Bitcoin dominance CoinGecko 1 minute ago");
    expect(figures).toContain("Fear &amp; Greed alternative-me (no second source) 7 hours ago");
  });

  test("shows what each source gives, its last answer and its state in words", () => {
    const sources = textOf(page, "sources");
    const plain = sources.replaceAll("Last answer ", "");
    expect(plain).toContain("Kraken &lt;K&gt; live prices, daily closes, hourly closes 41 seconds ago ✓ ok");
    expect(plain).toContain("CoinGecko live prices, Bitcoin dominance 61 minutes ago × failing it asked us to wait");
    expect(plain).toContain(
      "Binance live prices, daily closes, hourly closes none yet – idle not needed in the last day",
    );
  });

  test("shows no indicator, no weight and no price", () => {
    const body = page.slice(page.indexOf("<main"));
    expect(/thermo|plaw|puell|ma200|weight|USD/i.exec(body)).toBeNull();
  });
});

test("before the first score it says so, and what it will never be able to say", () => {
  const waiting = statusPage.draw(SITE, "en", {});
  expect(waiting).toContain('<p class="waiting">');
  expect(waiting).toContain('id="limits"');
  expect(waiting).not.toContain('class="verdict');
});

test("while a first start gets nothing more, it says since when, and names the sources in use", () => {
  const published = new Published();
  const start = { share: 0.1, secondsLeft: undefined, prices: [] };
  published.firstStart.put({ ...start, stalledSince: instantOf("2026-11-21T07:05:00Z") });
  const deps = { ...sampleDeps(), published };
  const respond = pages.find(({ path }) => path === "/status")!.responder(deps);
  const { body } = respond({ url: "/status", headers: {} } as IncomingMessage, "/status") as PreparedResponse;
  expect(String(body)).toContain("No source has given anything new since Nov 21, 2026, 07:05 UTC.");
  for (const { title } of deps.sources) expect(String(body)).toContain(`<li>${title}</li>`);
});

test("it says how far the first fetch is, and why nothing may be stored, before a score and after", () => {
  const trouble = "The clock of this machine is 54 h ahead of the sources.";
  const waiting = statusPage.draw(SITE, "en", { share: 0.419, troubles: [trouble] });
  expect(waiting).toContain("The past is being fetched: 41% of it is there.");
  expect(waiting).toContain(`<p class="verdict mark">${trouble}</p>`);
  expect(statusPage.draw(SITE, "en", { ...sampleStatus(), troubles: [trouble] })).toContain(trouble);
});
