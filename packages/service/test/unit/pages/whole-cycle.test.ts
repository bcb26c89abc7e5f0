import { CYCLE_RANGES, type CycleRange } from "peak-cycle-drawing";
import { describe, expect, test } from "vitest";
import { homePage } from "../../../src/pages/home/home.js";
import { SITE, shownWhole } from "./samples.js";

const TITLES: Readonly<Record<CycleRange, string>> = {
  all: "Bull Active for 12 days",
  cycle: "This cycle reached Peak; at its highest price it read 83",
  "1y": "From Hot Zone to Bull Active in a year",
  "30d": "Thirty days between 40 and 47",
};

describe("the front page with the past since the first score", () => {
  const page = homePage.draw(SITE, "en", shownWhole());

  test.each(CYCLE_RANGES)(
    "draws the range %s alone, with a title that says what is to be seen, and links to the others",
    (range) => {
      const drawn = homePage.draw(SITE, "en", shownWhole(range));
      expect(drawn.split('<div class="plot en"')).toHaveLength(2);
      expect(drawn).toMatch(new RegExp(`data-range="${range}"[^>]* aria-current="true"`));
      expect(drawn).toContain(`<h2 id="cycle">${TITLES[range]}</h2>`);
    },
  );

  test("says of a cycle below the uppermost phase what it read at its highest price, which is not its highest score", () => {
    const view = shownWhole("cycle");
    const { points, turns, ...rest } = view.whole!.past;
    const past = {
      ...{ ...rest, points: points.map((point) => ({ ...point, score: Math.min(70.8, point.score ?? 0) })) },
      turns: turns.map((turn) => ({ ...turn, score: 64.5 })),
    };
    const drawn = homePage.draw(SITE, "en", { ...view, whole: { ...view.whole!, past } });
    expect(drawn).toContain(`<h2 id="cycle">This cycle never reached Peak; at its highest price it read 65</h2>`);
  });

  test("has the points of the range as a table behind a fold, of many weeks at most two years' worth", () => {
    const rowsOf = (range: CycleRange) => {
      const drawn = homePage.draw(SITE, "en", shownWhole(range)).split('id="points"')[1]?.split("</table>")[0];
      return drawn?.match(/(?<=<th scope="row">)[^<]*/g) ?? [];
    };
    expect(rowsOf("30d")).toHaveLength(30);
    expect(rowsOf("all").length).toBeGreaterThan(52);
    expect(rowsOf("all").length).toBeLessThanOrEqual(104);
    for (const range of CYCLE_RANGES) expect(rowsOf(range).at(-1)).toBe("Nov 21, 2026");
  });

  test("has fewer than 2,500 nodes", () => {
    expect(page.match(/<[a-z]/g)?.length).toBeLessThan(2500);
  });

  test("carries the score in its title, and says when it is old", () => {
    expect(page).toContain("<title>47.3 · Bull Active · ");
    expect(homePage.draw(SITE, "en", { ...shownWhole(), staleHours: 3 })).toContain("<title>(old) 47.3");
  });

  test("carries score, signal and moment in its description, and says when they are old", () => {
    const says = "Bitcoin cycle score 47.3 of 100: Bull Active. Signal: Caution. Computed Nov 21, 2026, 07:05 UTC.";
    expect(page).toContain(`<meta name="description" content="${says}">`);
    expect(page).toContain(`<meta property="og:description" content="${says}">`);
    const old = homePage.draw(SITE, "en", { ...shownWhole(), staleHours: 3 });
    expect(old).toContain(`<meta property="og:description" content="(old) ${says}">`);
  });

  test("tells search engines the score with the moment of its computation, and the days it spans", () => {
    const text = /<script type="application\/ld\+json">(.*?)<\/script>/.exec(page)?.[1] ?? "";
    expect(text).not.toContain("<");
    const [website, dataset] = JSON.parse(text)["@graph"];
    expect(website).toMatchObject({ "@type": "WebSite", url: "https://peak.example/", inLanguage: "en" });
    expect(dataset).toMatchObject({
      "@type": "Dataset",
      name: SITE.indexName,
      license: "https://peak.example/attribution",
      temporalCoverage: "2012-07-15/..",
      dateModified: "2026-11-21T07:05:00.250Z",
      variableMeasured: { value: 47.3, minValue: 0, maxValue: 100, description: "Bull Active" },
    });
  });

  test("shows the score once where it is read", () => {
    expect(page.split("<strong>47.3</strong>")).toHaveLength(2);
  });
});
