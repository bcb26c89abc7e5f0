import { CYCLE_RANGES, type CycleRange, LANGUAGES } from "peak-cycle-drawing";
import { addDays, instantOf, utcDay, yearOf } from "peak-cycle-model";
import { describe, expect, test } from "vitest";
import { cyclePast } from "../../../src/pages/cycle-past.js";
import { homePage } from "../../../src/pages/home/home.js";
import type { HomeView } from "../../../src/pages/home/home-view.js";
import { plainText, trustedHtml } from "../../../src/pages/html.js";
import { localeOf } from "../../../src/pages/locales/locales.js";
import { NAMED_SITE, sampleRows, sampleSnapshot } from "../../support/sample-published.js";
import { SAMPLE_RECORD } from "../../support/sample-record.js";

const { score, market } = sampleSnapshot();

/** What the front page shows. */
function shown(): HomeView {
  return {
    ...{ score, market, sources: [], changes: [-0.5, -7.9], nextScoreAt: instantOf("2026-11-21T08:05:00Z") },
    positions: { mvrv: 49.2127, thermo: 79.0127, plaw: 34.4127, ma200w: 26.6127 },
    settled: {
      ...{ phase: "BULL", since: utcDay("2026-11-10"), days: 12 },
      ...{ signal: "CAUTION", signalSince: utcDay("2026-11-15") },
    },
  };
}

const KRAKEN = { name: "kraken", title: "Kraken", attribution: "Kraken <K>", link: "https://www.kraken.com" };

/** The same with the past of the sample record, and with a source to credit. */
function shownWhole(range: CycleRange = "all"): HomeView {
  const past = cyclePast(SAMPLE_RECORD, sampleRows(), score);
  const turns = past?.turns.map(({ kind, day, score: reading }) => ({ kind, year: yearOf(day), score: reading }));
  const sources = [{ ...KRAKEN, gives: "prices", license: "-" }];
  return { ...shown(), sources, turns, whole: past && { past, range } };
}

/** A part of a page without its markup. */
function textOf(page: string, from: string, to = "</section>"): string {
  const part = page.slice(page.indexOf(from)).split(to)[0] ?? "";
  return plainText(trustedHtml(part)).replace(/\s+/g, " ");
}

const draw = (view: HomeView) => homePage.draw(NAMED_SITE, "en", view);

describe("the verdict of the front page", () => {
  test("is one sentence with its warning, a number with its phase, and four rows; so is the description", () => {
    const text = textOf(draw({ ...shown(), priceChange: 0.1888 }), '<h1 id="now">', '<div class="ruler"');
    expect(text).toContain("Bitcoin is around the middle of its cycle, with a cycle‑top warning up.");
    expect(text).toContain("0 is cheap for its history, 100 is dear 47.3 Bull Active since Nov 10 (12 days)");
    expect(text).toContain("SignalCaution, would be Hold without the warning");
    expect(text).toContain("Score−0.5 in a week, −7.9 in a year");
    expect(text).toContain("Bitcoin$84,391, +18.9% in 30 days");
    expect(text).toContain("Computed07:05 UTC");
    const says = "Bitcoin cycle score 47.3 of 100: Bull Active. Signal: Caution. Computed Nov 21, 2026, 07:05 UTC.";
    expect(draw(shown())).toContain(`<meta property="og:description" content="${says}">`);
  });

  const [descentGuard, topRisk] = ["BEAR_DESCENT", "TOP_DISTRIBUTION"] as const;

  test.each([
    ["Hold, no warning up", ".", { signal: "HOLD" }, { descentGuard: null, topRisk: null }],
    [
      "Hold, would be Accumulate without the warnings",
      ", with both warnings up.",
      { phase: "ACUM", signal: "HOLD" },
      { descentGuard, topRisk },
    ],
    [
      "Reduce, also without the warning",
      ", with a cycle‑top warning up.",
      { phase: "PEAK", signal: "REDUCE" },
      { descentGuard: null, topRisk },
    ],
  ] as const)("explains its signal: %s", (reason, ending, btc, flags) => {
    const { score, ...rest } = shown();
    const page = draw({ ...rest, score: { ...score, btc: { ...score.btc, ...btc }, flags } });
    expect(textOf(page, "<dd><b>", "</dd>").split(" settled")[0]).toBe(reason);
    expect(textOf(page, '<h1 id="now">', "</h1>")).toMatch(new RegExp(` of its cycle${ending.replace(".", "\\.")}$`));
  });

  test("names the settled phase if the score has just crossed into another one", () => {
    const settled = { ...shown().settled!, phase: "ACUM", since: utcDay("2026-10-09"), days: 44 } as const;
    const text = textOf(draw({ ...shown(), settled }), '<p class="phase">', "</p>");
    expect(text).toBe("Bull Active just reached; settled phase: Accumulation");
  });

  test("names the settled signal and its date only if it differs from the current signal", () => {
    const settled = { ...shown().settled!, signal: "HOLD" } as const;
    const rows = (view: HomeView) => textOf(draw(view), '<dl class="rows">', "</dl>");
    expect(rows({ ...shown(), settled })).toContain("without the warning settled: Hold since Nov 15");
    expect(rows(shown())).not.toContain("settled:");
    const older = { ...settled, signalSince: utcDay("2025-11-15") };
    expect(rows({ ...shown(), settled: older })).toContain("Hold since Nov 15, 2025");
  });

  test("marks a stale score, and no other", () => {
    const stale = draw({ ...shown(), staleHours: 3 });
    expect(textOf(stale, 'id="age"', "</dd>")).toContain("3 hr old");
    expect(stale).toContain('class="hero stale"');
    expect(stale).toContain("<title>(old) 47.3 · Bull Active");
    expect(draw(shown())).toContain("<title>47.3 · Bull Active · ");
  });

  test("dates a score that is older than a day", () => {
    const old = textOf(draw({ ...shown(), staleHours: 24 }), 'id="age"', "</dd>");
    expect(old).toContain("Nov 21, 2026, 07:05 UTC");
    expect(old).not.toMatch(/day|hr/);
  });

  test("has a legend in the rows of the ruler, without ambiguous labels", () => {
    const page = draw(shownWhole());
    for (const legend of ["Score at past price tops", "at past price bottoms"])
      expect(page).toContain(`>${legend}</b>`);
    expect(page).not.toMatch(/[▲▼]/);
  });

  test("writes a score of 100 without a decimal", () => {
    const { score, ...rest } = shown();
    const page = draw({ ...rest, score: { ...score, btc: { ...score.btc, score: 100, phase: "PEAK" } } });
    expect(page).toContain('<p class="score"><b>100</b></p>');
  });
});

describe("the rest of the front page", () => {
  test("explains the score, says how far off it has been, and shows the market with its sources", () => {
    const page = draw({ ...shownWhole(), meanError: 14.8 });
    expect(textOf(page, 'id="why"')).toContain("Why 47: four measures and their mean");
    expect(textOf(page, 'id="why"')).toContain("off by 15 points on average");
    const market = textOf(page, 'id="market"');
    for (const part of ["57.4%", "71 Greed", "61.0", "less reliable (why?)"]) expect(market).toContain(part);
    expect(page).toContain('Price: <a href="https://www.kraken.com">Kraken &lt;K&gt;</a>.');
  });

  test("has no chart until there is a record, and reloads until then", () => {
    expect(draw(shown())).not.toContain('class="plot');
    expect(draw(shown())).toContain('<meta http-equiv="refresh" content="5">');
    expect(draw(shownWhole())).not.toContain("http-equiv");
  });

  const titles: Readonly<Record<CycleRange, string>> = {
    all: "The score has climbed from 5 in June",
    cycle: "This cycle has reached Peak: the score was 94 at the highest price",
    "1y": "From Accumulation to Bull Active in a year",
    "30d": "In 30 days the score moved between 40 and 47",
  };

  test.each(CYCLE_RANGES)(
    "draws the range %s with a title about its content, and has the same data as a table",
    (range) => {
      const page = draw(shownWhole(range));
      expect(page.split('<div class="plot en"')).toHaveLength(2);
      expect(textOf(page, '<h2 id="chart">', "</h2>")).toBe(titles[range]);
      expect(page.match(/<a href="[^"]*"[^>]* rel="nofollow"/g)).toHaveLength(4);
      const table = page.split('<details class="plain">')[1]?.split("</table>")[0];
      const days = table?.match(/(?<=<th scope="row">)[^<]*/g) ?? [];
      expect(days.length).toBeLessThanOrEqual(104); // two years of weeks
      expect(days.at(-1)).toBe("Nov 21, 2026");
    },
  );

  test("has the same score in the title of the cycle and at the highest price of its chart", () => {
    const { whole, ...rest } = shownWhole("cycle");
    const start = utcDay("2024-04-20");
    const daily = Array.from({ length: 946 }, (_, i) => ({ day: addDays(start, i), priceUsd: 50_000 + i, score: 30 }));
    daily[daily.length - 10] = { day: addDays(start, 936), priceUsd: 129_000, score: 69.2 };
    const page = draw({ ...rest, ...(whole && { whole: { ...whole, past: { ...whole.past, daily } } }) });
    expect(textOf(page, '<h2 id="chart">', "</h2>")).toContain("the score was 69 at the highest price");
    expect(page).toContain(">score 69<");
  });

  test.each(LANGUAGES)("announces API Pro in %s as coming soon, unless it is on", (language) => {
    const textFor = (apiPro: boolean) =>
      textOf(homePage.draw({ ...NAMED_SITE, apiPro }, language, shown()), 'id="history"');
    const soon = /coming soon|Próximamente|Em breve|Demnächst|Bientôt/;
    for (const apiPro of [false, true]) expect(textFor(apiPro)).toMatch(/API Pro.*2017/);
    expect(textFor(false)).toMatch(soon);
    expect(textFor(true)).not.toMatch(soon);
  });

  test("answers six questions, and shows each signal as in the model", () => {
    const text = textOf(draw(shown()), 'id="questions"');
    expect(text.match(/\?/g)).toHaveLength(6);
    expect(text).toContain("40 – 59.9HoldCaution");
    expect(text).toContain("80 – 100ReduceReduce");
  });
});

describe("the front page before the first score", () => {
  test.each(LANGUAGES)("says so in %s, and still explains itself", (language) => {
    const page = homePage.draw(NAMED_SITE, language, { firstStart: "elsewhere" });
    expect(page).toContain(`<h1 id="now">${localeOf(language).home.start.phase}</h1>`);
    expect(page).toContain('id="phases"');
  });

  test("shows the progress of the first start, and reloads", () => {
    const firstStart = { share: 0.1666 };
    const page = homePage.draw(NAMED_SITE, "en", { firstStart });
    for (const text of ["<b>16%</b>", '<progress value="0.167" ', 'content="5">']) expect(page).toContain(text);
    const stalledSince = instantOf("2026-11-21T07:05:00Z");
    const stalled = homePage.draw(NAMED_SITE, "en", { firstStart: { ...firstStart, stalledSince } });
    expect(stalled).toContain("No source has sent anything new since Nov 21, 2026, 07:05 UTC.");
  });
});
