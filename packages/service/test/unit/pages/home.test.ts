import { LANGUAGES } from "peak-cycle-drawing";
import { addDays, instantOf, utcDay } from "peak-cycle-model";
import { describe, expect, test } from "vitest";
import { homePage } from "../../../src/pages/home/home.js";
import { SITE, shown, shownWhole } from "./samples.js";

const KRAKEN = {
  source: "kraken",
  title: "Kraken",
  name: "Kraken <K>",
  gives: "prices",
  link: "https://www.kraken.com",
  license: "-",
};

describe("the front page", () => {
  const page = homePage.draw(SITE, "en", shown());

  test.each([
    ["score", "<strong>47.3</strong>"],
    ["phase", '<strong class="BULL">Bull Active</strong>'],
    ["signal and what it follows from", "<strong>Caution</strong> <small>40 to 59.9, with a warning</small>"],
    ["flag in words", "<strong>▲\u00a0Cycle-top risk</strong></span>"],
    ["time, and when the next score is due", "07:05 UTC</time>, </span>next 08:05</small>"],
    ["price against the day before", "<strong>$84,391</strong> <small>+0.7% in a day</small>"],
    ["dominance", "<strong>57.43%</strong>"],
    ["mood", "<strong>71</strong> <span>greed</span>"],
    ["second score", "<strong>61.0</strong>"],
    ["shared picture of its day, so that no cache shows an old one", "/embed/nhci-cycle.png?size=xl&amp;d=2026-11-21"],
    ["run of the settled phase", "<span>for 12 days, since Nov\u00a010,\u00a02026</span>"],
    ["sentence", 'Bitcoin stands <span class="BULL">around the middle</span> of its cycle range.</h1>'],
    ["way to the answers", '<a href="api/public/nhci/history">'],
    ["request for the shell", "curl https://peak.example/api/public/nhci"],
  ])("shows the %s", (_, text) => {
    expect(page).toContain(text);
  });

  test("says that API Pro is coming, and what a key gives where it is there", () => {
    expect(page).toContain('API Pro <small class="soft">coming soon</small>');
    for (const language of LANGUAGES) {
      const on = homePage.draw({ ...SITE, apiPro: true }, language, shown());
      const fold = on.slice(on.indexOf('id="pro"')).split("</details>")[0];
      expect(fold).toMatch(/<h3>API Pro<\/h3>.*X-NHCI-API-Key.*docs#api-pro/s);
      expect(fold).not.toContain("<small");
    }
  });

  test("shows beside each market figure where it lay on the days before, without those of which it is not known", () => {
    const day = { score: 40, phase: "BULL", fearGreed: undefined } as const;
    const crypto = [
      { ...day, day: utcDay("2026-11-19"), dominance: 56.1 },
      { ...day, day: utcDay("2026-11-20"), dominance: 58.25 },
    ];
    const market =
      homePage
        .draw(SITE, "en", { ...shown(), crypto })
        .split('id="market"')[1]
        ?.split("</section>")[0] ?? "";
    expect(market).toContain("<small>2 days: 56.1%–58.25%</small>");
    expect(market).toContain("<small>2 days: 40.0–");
    expect(market.split("30 days:")).toHaveLength(2); // the price
    expect(market.split("H98")).toHaveLength(2); // of the mood no day is known, so its place
  });

  test("leaves out what a young installation does not know", () => {
    const young = homePage.draw(SITE, "en", {
      ...shown(),
      settled: undefined,
    });
    expect(young).not.toMatch(/since Nov 10/);
  });

  test("names one phase, and where the score has just crossed a bound the one that holds until it stays there", () => {
    const crossed = homePage.draw(SITE, "en", {
      ...shown(),
      settled: { phase: "ACUM", since: utcDay("2026-10-09"), days: 44 },
    });
    expect(crossed).toContain('just crossed; <strong class="ACUM">Accumulation</strong> until it holds');
    expect(crossed).not.toContain("for 44 days");
  });

  test("says how far the score moved, as far as there are rows", () => {
    const changes = /<ul class="row changes">(.*?)<\/ul>/s.exec(page)?.[1]?.replace(/<[^>]*>|\n/g, " ");
    expect(changes?.replace(/\s+/g, " ").trim()).toBe("+0.3 1 day −0.5 1 week −7.9 1 year");
  });

  test("says since when a flag is up, where the record knows it", () => {
    const since = homePage.draw(SITE, "en", { ...shown(), flagsSince: { topRisk: "2026-11-08" } });
    expect(since).toContain("<strong>▲\u00a0Cycle-top risk</strong> <small>since Nov 8, 2026</small></span>");
  });

  test("writes numbers, days and words as the language does", () => {
    const german = homePage.draw(SITE, "de", shown());
    const sentence = 'Bitcoin steht <span class="BULL">um die Mitte</span> seiner Zyklusspanne.';
    for (const text of ["47,3", "84.391\u00a0$", "57,43", "21.11.2026, 07:05 UTC", sentence])
      expect(german).toContain(text);
  });

  test("credits the source of a live figure beside it, with a link", () => {
    const credited = homePage.draw(SITE, "en", { ...shown(), sources: [KRAKEN] });
    expect(credited).toContain('<small><a href="https://www.kraken.com">Kraken &lt;K&gt;</a></small>');
  });

  test("marks a stale score, and no other", () => {
    const stale = homePage.draw(SITE, "en", { ...shown(), staleHours: 3 });
    expect(stale).toContain("▲ Stale: 3 hr old");
    expect(stale).not.toContain("next 08:05");
    expect(homePage.draw(SITE, "de", { ...shown(), staleHours: 49 })).toContain("▲ Veraltet: 2 Tage alt");
    expect(page).not.toContain(">▲ Stale: ");
  });

  test("has no long chart until there is a record, and loads itself again to get one", () => {
    for (const part of ["cycle.js", 'class="plot', 'id="share"']) expect(page).not.toContain(part);
    expect(page).toContain('id="market"');
    expect(page).toContain('<meta http-equiv="refresh" content="5">');
    expect(homePage.draw(SITE, "en", shownWhole())).not.toContain("http-equiv");
  });

  test.each(LANGUAGES)("says in %s that there is no score yet, and still explains itself", (language) => {
    const waiting = homePage.draw(SITE, language, { firstStart: undefined });
    expect(waiting).toContain('<p class="waiting">');
    expect(waiting).toContain('<p class="score"><strong>–</strong>');
    expect(waiting).toContain('id="phases"');
    expect(waiting).not.toContain('class="plot');
  });

  test("says how far the first start is and how long it still takes, and loads itself again", () => {
    const firstStart = { share: 0.1666, secondsLeft: 400, prices: [] };
    const waiting = homePage.draw(SITE, "en", { firstStart });
    for (const text of ["<strong>16%</strong>", "About 7 minutes left.", '<progress value="0.167" ']) {
      expect(waiting).toContain(text);
    }
    expect(waiting).toContain('<meta http-equiv="refresh" content="5">');
    const unknown = { ...firstStart, secondsLeft: undefined };
    expect(homePage.draw(SITE, "en", { firstStart: unknown })).toContain("not known yet");
    const stalled = { ...firstStart, stalledSince: instantOf("2026-11-21T07:05:00Z") };
    const drawn = homePage.draw(SITE, "en", { firstStart: stalled });
    expect(drawn).toContain("No source has given anything new since Nov 21, 2026, 07:05 UTC.");
    expect(drawn).not.toContain("About 7 minutes");
  });

  test("draws the prices that are there already, without a score and without a script that reads them", () => {
    const prices = [0, 7, 14].map((days, i) => [addDays(utcDay("2024-04-13"), days), 60_000 + 1000 * i] as const);
    const firstStart = { share: 0.1, secondsLeft: undefined, prices };
    const waiting = homePage.draw(SITE, "en", { firstStart });
    expect(waiting).toContain("Bitcoin price from $60,000 on Apr 13, 2024 to $62,000 on Apr 27, 2024.");
    expect(waiting.split('fill-opacity="0.07"')).toHaveLength(6);
    expect(waiting).not.toContain("cycle.js");
    const one = { ...firstStart, prices: prices.slice(0, 1) };
    expect(homePage.draw(SITE, "en", { firstStart: one })).not.toContain('class="plot');
  });

  test.each(LANGUAGES)("says in %s that another instance makes the first score", (language) => {
    const waiting = homePage.draw(SITE, language, { firstStart: "elsewhere" });
    expect(waiting).toContain('<p class="waiting">');
    expect(waiting).not.toContain("<progress");
    expect(waiting).not.toBe(homePage.draw(SITE, language, { firstStart: undefined }));
  });
});
