import { instantOf } from "peak-cycle-model";
import { describe, expect, test } from "vitest";
import { statusPage } from "../../../src/pages/status.js";
import { sampleSite } from "../http/sample-site.js";
import { sampleStatus } from "./sample-status.js";
import { SITE } from "./samples.js";

/** The text of a page without its tags. */
function textOf(page: string): string {
  const body = page.slice(page.indexOf("<main"), page.indexOf("</main>"));
  return body.replace(/<[^>]*>/g, " ").replace(/\s+/g, " ");
}

const { meta: META } = sampleStatus();
const WORKING = sampleStatus({ sources: META.sources.filter(({ health }) => health !== "failing") });

describe("the status page", () => {
  test("begins with one line that says whether everything works", () => {
    const headline = (view: Parameters<typeof statusPage.draw>[2]) =>
      /<h1[^>]*>(.*?)<\/h1>/.exec(statusPage.draw(SITE, "en", view))?.[1]?.replace(/<span.*?<\/span>/, "");
    expect(headline(WORKING)).toBe("Everything works. Last score 59 seconds ago.");
    expect(headline(sampleStatus())).toBe(
      "The score is up to date, but one source does not answer. Last score 59 seconds ago.",
    );
    expect(headline({ ...WORKING, meta: { ...WORKING.meta, stale: true } })).toBe(
      "The score is out of date. Last score 59 seconds ago.",
    );
    const late = { ...WORKING.meta.next, history_at: "2026-11-21T06:00:00.000Z" };
    expect(headline(sampleStatus({ next: late, sources: [] }))).toContain("The daily row is late.");
    expect(headline({ ...WORKING, troubles: ["The disk is full."] })).toContain("Nothing can be stored right now.");
    expect(headline({})).toContain("There is no score yet");
  });

  const text = textOf(statusPage.draw(SITE, "en", sampleStatus()));

  test("says when the next score and row come, and how many sources answer", () => {
    expect(text).toContain("Next score 08:07 UTC Next daily row 06:00 UTC Sources that answer 1 of 2");
    expect(text).toContain("Measures with data 100%");
    expect(text).toContain("As of Nov 21, 2026, 07:06 UTC.");
  });

  test("says in detail where the score is: phase, days of the phase on the chart, changes and data", () => {
    expect(text).toContain("Phase Bull Active Phase on the chart Accumulation for 12 days, since Nov 10, 2026");
    expect(text).toContain("1 day +0.8 · 7 days −2.1 · 30 days +10.3");
    expect(text).toContain("all four measures have data");
    const partly = textOf(statusPage.draw(SITE, "en", sampleStatus({ coverage: 0.899_999 })));
    expect(partly).toContain("89.99% of the weight has data");
  });

  test("says what is not known yet", () => {
    const change = { "1d": null, "7d": null, "30d": null };
    const next = { ...META.next, score_at: null };
    const young = sampleStatus({ btc: { ...META.btc, change }, settled: null, next });
    const drawn = textOf(statusPage.draw(SITE, "en", young));
    expect(drawn).toContain("Next score –");
    expect(drawn).toContain("1 day – · 7 days – · 30 days –");
    expect(drawn).not.toContain("Phase on the chart");
  });

  test("shows the age of each live figure by its source's title, or its name where that is all there is", () => {
    expect(text).toContain("Bitcoin price Kraken &lt;K&gt; 41 seconds ago");
    expect(text).toContain("Fear &amp; Greed alternative-me (no second source) 7 hours ago");
  });

  test("shows what each source gives, its last answer and its state in words", () => {
    expect(text).toContain("Kraken &lt;K&gt; live prices, daily closes, hourly closes 41 seconds ago ✓ ok");
    expect(text).toContain("CoinGecko live prices, Bitcoin dominance 61 minutes ago × failing asked us to wait");
    expect(text).toContain(
      "Binance live prices, daily closes, hourly closes none yet – idle not needed in the last day",
    );
  });

  test("shows no indicator and no price", () => {
    expect(/thermo|plaw|puell|ma200|USD/i.exec(text)).toBeNull();
  });
});

test("while a first start gets nothing more, it says since when, and names the sources in use", async () => {
  const { ask, published } = sampleSite({ isEmpty: true });
  const start = { share: 0.1, secondsLeft: undefined, prices: [] };
  published.show({ firstStart: { ...start, stalledSince: instantOf("2026-11-21T07:05:00Z") } });
  const text = await (await ask("/status")).text();
  expect(text).toContain("No source has sent anything new since Nov 21, 2026, 07:05 UTC.");
  expect(text).toContain("<li>Kraken</li>");
});

test("it says how far the first fetch is, and why nothing may be stored, before a score and after", () => {
  const trouble = "The clock of this machine is 54 h ahead of the sources.";
  const waiting = statusPage.draw(SITE, "en", { share: 0.419, troubles: [trouble] });
  expect(waiting).toContain("The history is being loaded: 41% of it is there.");
  expect(waiting).toContain(`<p class="mark">${trouble}</p>`);
  expect(statusPage.draw(SITE, "en", { ...sampleStatus(), troubles: [trouble] })).toContain(trouble);
});
