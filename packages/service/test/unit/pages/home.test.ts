import { CYCLE_RANGES, type CycleRange, LANGUAGES } from "peak-cycle-drawing";
import { addDays, instantOf, utcDay } from "peak-cycle-model";
import { describe, expect, test } from "vitest";
import { homePage } from "../../../src/pages/home/home.js";
import type { HomeView } from "../../../src/pages/home/home-view.js";
import { plainText, trustedHtml } from "../../../src/pages/html.js";
import { SITE, shown, shownWhole } from "./samples.js";

const KRAKEN = {
  source: "kraken",
  title: "Kraken",
  name: "Kraken <K>",
  gives: "prices",
  link: "https://www.kraken.com",
  license: "-",
};

const draw = (view: HomeView) => homePage.draw(SITE, "en", view);

/** A part of the page without its markup. */
function textOf(page: string, from: string, to = "</section>"): string {
  const part = page.slice(page.indexOf(from)).split(to)[0] ?? "";
  return plainText(trustedHtml(part)).replace(/\s+/g, " ");
}

describe("the verdict of the front page", () => {
  test("is one sentence with number, phase, days, changes and signal", () => {
    const text = textOf(draw(shown()), '<h1 id="now">', '<div class="ruler"');
    expect(text).toContain("Bitcoin is around the middle of its cycle range.");
    expect(text).toContain("47.3 of 100 Bull Active for 12 days, since Nov 10");
    expect(text).toContain("Caution. It would be Hold, but a cycle‑top warning is up.");
    expect(text).toContain("−0.5 in a week −7.9 in a year 07:05 UTC");
  });

  test("has one sentence for every set of warnings", () => {
    const { score, ...rest } = shown();
    const [descentGuard, topRisk] = ["BEAR_DESCENT", "TOP_DISTRIBUTION"] as const;
    const sentence = (btc: Partial<typeof score.btc>, context: typeof score.context) => {
      const page = draw({ ...rest, score: { ...score, btc: { ...score.btc, ...btc }, context } });
      return textOf(page, '<div class="aside">', "</p>").slice(0);
    };
    expect(sentence({ signal: "HOLD" }, { descentGuard: null, topRisk: null })).toBe("Hold. No warning is up.");
    expect(sentence({ phase: "ACUM", signal: "HOLD" }, { descentGuard, topRisk })).toBe(
      "Hold. It would be Accumulate, but both warnings are up.",
    );
    expect(sentence({ phase: "PEAK", signal: "REDUCE" }, { descentGuard: null, topRisk })).toBe(
      "Reduce. A cycle‑top warning is up, too.",
    );
  });

  test("says where the score has just crossed a bound that the chart still shows the phase before", () => {
    const settled = { phase: "ACUM", since: utcDay("2026-10-09"), days: 44 } as const;
    const text = textOf(draw({ ...shown(), settled }), '<p class="phase">', "</p>");
    expect(text).toBe("Bull Active just entered; the chart still shows Accumulation");
    expect(draw({ ...shown(), settled: undefined })).not.toContain("for 12 days");
  });

  test("marks a stale score, and no other", () => {
    const stale = draw({ ...shown(), staleHours: 3 });
    expect(textOf(stale, 'id="age"', "</p>")).toContain("▲ 3 hr old");
    expect(stale).toContain('<section class="hero stale"');
    expect(stale).toContain("<title>(old) 47.3 · Bull Active");
    expect(draw(shown())).toContain("<title>47.3 · Bull Active · ");
  });

  test("is also the description for search engines and shared links", () => {
    const says = "Bitcoin cycle score 47.3 of 100: Bull Active. Signal: Caution. Computed Nov 21, 2026, 07:05 UTC.";
    expect(draw(shown())).toContain(`<meta property="og:description" content="${says}">`);
  });
});

describe("the rest of the front page", () => {
  test("says why the score is what it is, and how far off it has been", () => {
    const text = textOf(draw({ ...shown(), meanError: 14.8 }), 'id="why"');
    expect(text).toContain("Why 47: four measures and their mean");
    expect(text).toContain("off by 15 points on average");
    expect(draw({ ...shown(), measures: {} })).not.toContain('id="why"');
  });

  test("shows the market in one row, with its sources", () => {
    const page = draw({ ...shownWhole(), sources: [KRAKEN] });
    const text = textOf(page, 'id="market"');
    for (const part of ["57.4%", "71 Greed", "61.0", "less reliable (why?)"]) expect(text).toContain(part);
    expect(page).toContain('Price: <a href="https://www.kraken.com">Kraken &lt;K&gt;</a>.');
  });

  test("has no chart until there is a record, and loads itself again to get one", () => {
    const page = draw(shown());
    expect(page).not.toContain('class="plot');
    expect(page).toContain('<meta http-equiv="refresh" content="5">');
    expect(draw(shownWhole())).not.toContain("http-equiv");
  });

  test("draws one range of the chart with a title that says what it shows, and links to the others", () => {
    const titles: Readonly<Record<CycleRange, string>> = {
      all: "In Bull Active for 12 days",
      cycle: "This cycle has reached Peak: the score was 83 at the highest price",
      "1y": "From Hot Zone to Bull Active in a year",
      "30d": "In 30 days the score moved between 40 and 47",
    };
    for (const range of CYCLE_RANGES) {
      const page = draw(shownWhole(range));
      expect(page.split('<div class="plot en"')).toHaveLength(2);
      expect(textOf(page, '<h2 id="chart">', "</h2>")).toBe(titles[range]);
      expect(page.match(/<a href="[^"]*"[^>]* rel="nofollow"/g)).toHaveLength(4);
    }
  });

  test("has the points of the chart as a table, of many weeks at most two years' worth", () => {
    const rowsOf = (range: CycleRange) => {
      const table = draw(shownWhole(range)).split('<details class="plain">')[1]?.split("</table>")[0];
      return table?.match(/(?<=<th scope="row">)[^<]*/g) ?? [];
    };
    expect(rowsOf("30d")).toHaveLength(30);
    expect(rowsOf("all").length).toBeGreaterThan(52);
    expect(rowsOf("all").length).toBeLessThanOrEqual(104);
    for (const range of CYCLE_RANGES) expect(rowsOf(range).at(-1)).toBe("Nov 21, 2026");
  });

  test("answers five questions, and gives each signal as the model does", () => {
    const text = textOf(draw(shown()), 'id="questions"');
    expect(text.match(/\?/g)).toHaveLength(5);
    expect(text).toContain("40 – 59.9HoldCaution");
    expect(text).toContain("80 – 100ReduceReduce");
  });

  test("has fewer than 2,500 nodes", () => {
    expect(draw(shownWhole()).match(/<[a-z]/g)?.length).toBeLessThan(2500);
  });
});

describe("the front page before the first score", () => {
  test.each(LANGUAGES)("says so in %s, and still explains itself", (language) => {
    const page = homePage.draw(SITE, language, { firstStart: undefined });
    expect(page).toContain('<section class="hero start"');
    expect(page).toContain('id="phases"');
    expect(page).not.toContain('class="plot');
  });

  test("says how far the first start is and how long it still takes, and loads itself again", () => {
    const firstStart = { share: 0.1666, secondsLeft: 400, prices: [] };
    const page = homePage.draw(SITE, "en", { firstStart });
    for (const text of ["<b>16%</b>", "About 7 minutes left.", '<progress value="0.167" '])
      expect(page).toContain(text);
    expect(page).toContain('<meta http-equiv="refresh" content="5">');
    const stalled = { ...firstStart, stalledSince: instantOf("2026-11-21T07:05:00Z") };
    const drawn = homePage.draw(SITE, "en", { firstStart: stalled });
    expect(drawn).toContain("No source has sent anything new since Nov 21, 2026, 07:05 UTC.");
  });

  test("draws the prices that are there already, without a script that reads them", () => {
    const prices = [0, 7, 14].map((days, i) => [addDays(utcDay("2024-04-13"), days), 60_000 + 1000 * i] as const);
    const page = homePage.draw(SITE, "en", { firstStart: { share: 0.1, secondsLeft: undefined, prices } });
    expect(page).toContain("Bitcoin price from $60,000 on Apr 13, 2024 to $62,000 on Apr 27, 2024.");
    expect(page).not.toContain("home.js");
  });

  test("says that another instance makes the first score", () => {
    expect(homePage.draw(SITE, "en", { firstStart: "elsewhere" })).toContain("Another instance is computing");
  });
});
