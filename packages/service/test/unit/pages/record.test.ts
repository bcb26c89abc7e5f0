import { LANGUAGES } from "peak-cycle-drawing";
import type { TrackRecord } from "peak-cycle-model";
import { describe, expect, test } from "vitest";
import { formatOf } from "../../../src/pages/format.js";
import { recordPage, recordReport } from "../../../src/pages/record/record.js";
import { SAMPLE_RECORD } from "../../support/sample-record.js";
import { SITE } from "./samples.js";

const PAGE = recordPage.draw(SITE, "en", SAMPLE_RECORD);

const { day } = formatOf("en");

/** The part of a topic that tells of one period. */
function part(page: string, topic: string, period: string): string {
  const begin = page.indexOf(`id="${topic}-${period}"`);
  expect(begin, `${topic} ${period}`).toBeGreaterThan(0);
  return /^[\s\S]*?(?=<(?:div|details) class="period |<\/section>)/.exec(page.slice(begin))?.[0] ?? "";
}

/** Days that are named in a text. */
function daysIn(text: string): readonly string[] {
  return text.match(/[A-Z][a-z]{2} \d{1,2}, \d{4}/g) ?? [];
}

describe("the page of the record", () => {
  test("says first that there have been only a few cycles, and how many turns there were", () => {
    expect(PAGE.indexOf("There have been only a few cycles")).toBeLessThan(PAGE.indexOf("<h2"));
    expect(PAGE).toContain("Cycle highs: 4. Cycle lows: 4. Of both, in the later period: 3.");
  });

  test("tells every turn in its own period, twice: what the score said and what each gauge read", () => {
    for (const { day: at, period } of SAMPLE_RECORD.turns) {
      const named = daysIn(part(PAGE, "turns", period)).filter((each) => each === day(at));
      expect(named, at).toHaveLength(2);
    }
  });

  test("tells every alarm and every miss of both flags in its own period", () => {
    for (const { alarms, misses } of [SAMPLE_RECORD.topRisk, SAMPLE_RECORD.descentGuard]) {
      for (const { from, period } of alarms) expect(daysIn(part(PAGE, "flags", period))).toContain(day(from));
      for (const { day: at, period } of misses) {
        expect(part(PAGE, "flags", period)).toMatch(new RegExp(`class="missed"><th scope="row">${day(at)}<`));
      }
    }
    expect(PAGE.match(/<tr class="missed">/g)).toHaveLength(2);
    expect(PAGE.match(/<tr class="false">/g)).toHaveLength(2);
  });

  test("never mixes the periods: no day of one stands in the part of another", () => {
    for (const topic of ["turns", "flags"]) {
      const years = (period: string) => daysIn(part(PAGE, topic, period)).map((each) => Number(each.slice(-4)));
      expect(years("later").filter((year) => year < 2023)).toEqual([]);
      expect(years("development").filter((year) => year < 2014 || year > 2022)).toEqual([]);
      expect(years("early").filter((year) => year > 2013)).toEqual([]);
    }
  });

  test("folds a table behind its name, and of each turn and flag no table that says how it ended", () => {
    const folds = [...PAGE.matchAll(/<details class="fold"><summary>(.*?)<\/summary>([\s\S]*?)<\/details>/g)];
    expect(folds.length).toBeGreaterThan(10);
    for (const [, name, content] of folds)
      expect(content?.match(/<caption>.*?<\/caption>/g)).toEqual([`<caption>${name}</caption>`]);
    const shown = folds.reduce((page, [fold]) => page.replace(fold, ""), PAGE);
    expect(shown).toContain("What the score said · Later");
    expect(shown).toContain("Cycle-top risk · Later · How often");
  });

  test.each(["turns", "flags", "phases", "returns", "buying", "ranks"])(
    "tells of %s the later period first",
    (topic) => {
      const order = [...PAGE.matchAll(new RegExp(`id="${topic}-(\\w+)"`, "g"))].map(([, period]) => period);
      expect(order).toEqual(["later", "development", "early"]);
    },
  );

  test("counts right, false, missed and open alarms by period and cycle", () => {
    const development = part(PAGE, "flags", "development");
    const counts = (span: string) =>
      new RegExp(`<th scope="row">${span}</th>((?:<td class="number">\\d+</td>)+)`).exec(development)?.[1];
    expect(counts("Whole period")?.match(/\d+/g)).toEqual(["1", "1", "1", "0"]);
    expect(counts("Cycle 2")?.match(/\d+/g)).toEqual(["0", "0", "1", "0"]);
  });

  test("says in words which baseline is better than the score, and where none is", () => {
    const development = part(PAGE, "ranks", "development");
    expect(development).toContain("Place in hindsight – better than the score: Power-law residual (0.82; score 0.74).");
    expect(development).toContain("Tops – better than the score: Fear &amp; Greed (0.89; score 0.87).");
    expect(development).toContain("Next year – better than the score: Fear &amp; Greed (-0.56; score -0.54).");
    expect(part(PAGE, "buying", "development")).toContain("Power-law residual (-9.3%)");
    expect(part(PAGE, "buying", "development")).not.toContain(
      "Cheaper than by the score, on nearly the same days: Score",
    );
  });

  test("says that nothing is better only where something was compared", () => {
    const [baseline] = SAMPLE_RECORD.spans[6]?.gauges.slice(1) ?? [];
    const spans = SAMPLE_RECORD.spans.map((span) => ({ ...span, gauges: baseline === undefined ? [] : [baseline] }));
    const page = recordPage.draw(SITE, "en", { ...SAMPLE_RECORD, spans });
    expect(part(page, "ranks", "later")).toContain("Place in hindsight: no baseline is better than the score.");
    const bare = recordPage.draw(SITE, "en", {
      ...SAMPLE_RECORD,
      spans: spans.map((span) => ({ ...span, gauges: [] })),
    });
    expect(part(bare, "ranks", "later")).toContain("Place in hindsight: nothing to compare.");
  });

  test("says what the settled phase did next to the plain one, and what it cost", () => {
    expect(PAGE).toContain(
      '<tr><th scope="row">Settled phase</th><td class="number">69</td><td class="number">5.4</td><td class="number">3</td></tr>',
    );
    expect(PAGE).toContain(
      "reached Peak or Bottom: 6. Of these the settled phase missed 0 and showed 0 later. On the way back it was 9 days late at most. On 90.0% of the days it was the same as the phase.",
    );
  });

  test("says how far off the score was, which way, and how few observations say so", () => {
    expect(PAGE).toContain("<strong>67; later place between 38 and 97</strong>");
    expect(PAGE).toMatch(/the score was 14\.9 points away from that place on average\.<\/li>/);
    expect(PAGE).toContain("On average it read 8.6 points too low.");
    expect(PAGE).toContain("contained the later place on 98.0% of the days; it was 67.0 points wide on average.");
    expect(PAGE).toContain("these 4,679 days are worth about 14 independent observations.");
  });

  test("has no such figures before there are any", () => {
    const page = recordPage.draw(SITE, "en", { ...SAMPLE_RECORD, settled: undefined, place: undefined });
    expect(page.match(/<p>None in this period\.<\/p>/g)?.length).toBeGreaterThan(1);
    const { place } = SAMPLE_RECORD;
    const newest = { day: "2026-11-20", score: 67, range: undefined };
    const young = recordPage.draw(SITE, "en", {
      ...SAMPLE_RECORD,
      place: place && { ...place, newest, coveredShare: undefined, effectiveObservations: undefined, meanError: 2 },
    });
    expect(young).toContain("There is no range yet");
    expect(young).toContain("2.0 points too high");
  });

  test("puts a dash where there is no figure, a word where the score never got there", () => {
    expect(part(PAGE, "turns", "later")).toContain('<strong class="mark">never</strong>');
    expect(part(PAGE, "turns", "later")).toContain("may still go lower");
    expect(part(PAGE, "returns", "later")).toContain('<td class="number">–</td>');
    expect(PAGE).not.toMatch(/undefined|NaN|Infinity/);
  });

  test("tells the figures of a phase with their spread", () => {
    const year = '<th scope="row"><span class="ACUM">Accumulation</span></th><td class="number">365</td>';
    const row = part(PAGE, "returns", "development").split(year)[1]?.split("</tr>")[0] ?? "";
    expect(row.match(/>[^<]+</g)?.map((each) => each.slice(1, -1))).toEqual([
      "584",
      "-60%",
      "-5%",
      "+110%",
      "+275%",
      "+650%",
      "+230%",
      "60.0%",
    ]);
  });

  test("has every label of a place to scroll once", () => {
    const labels = [...PAGE.matchAll(/role="region" aria-label="([^"]+)"/g)].map(([, label]) => label);
    expect(labels.length).toBeGreaterThan(20);
    expect(labels.filter((label, i) => labels.indexOf(label) !== i)).toEqual([]);
  });

  test.each(LANGUAGES)("says in %s that it is waiting, and draws nothing", (language) => {
    const waiting = recordPage.draw(SITE, language, undefined);
    expect(waiting).toContain('<p class="waiting">');
    expect(waiting).not.toMatch(/<svg|<table/);
  });

  test("leaves out what a young installation does not have", () => {
    const young: TrackRecord = {
      ...SAMPLE_RECORD,
      turns: [],
      spans: SAMPLE_RECORD.spans.slice(6, 7),
      topRisk: { alarms: [], misses: [] },
      descentGuard: { alarms: [], misses: [] },
    };
    const page = recordPage.draw(SITE, "en", young);
    expect(page).toContain("Cycle highs: 0. Cycle lows: 0.");
    expect(part(page, "turns", "later")).toContain("None in this period.");
    expect(page).not.toContain('id="turns-development"');
  });

  test("draws the weeks as the front page does, and says from when on no day was used to choose the model", () => {
    const drawing = /<figure>\n<div class="plot en"><svg[\s\S]*?<\/figure>/.exec(PAGE)?.[0] ?? "";
    expect(drawing.match(/<g class="(?:narrow|medium|wide)"/g)).toHaveLength(3);
    expect(drawing).toContain("var(--fill-HOT)");
    const later = SAMPLE_RECORD.spans.find(({ period }) => period === "later");
    expect(drawing).toContain(`The days since ${day(later?.from ?? "")} were not used to choose the model.`);
    expect(PAGE).toContain("--fill-HOT:");
  });

  test("draws the prices before the first score too, in no color of a phase", () => {
    const first = { day: "2010-07-18", priceUsd: 0.07, score: undefined, smoothed: undefined };
    const curve = [first, ...SAMPLE_RECORD.curve.filter(({ score }) => score !== undefined)];
    const page = recordPage.draw(SITE, "en", { ...SAMPLE_RECORD, curve });
    expect(page).toContain('stroke="var(--soft)" stroke-width="2.25"');
  });
});

describe("the report", () => {
  const report = recordReport(SAMPLE_RECORD);

  test("is the same text for the same record, also for one that was stored", () => {
    expect(recordReport(SAMPLE_RECORD)).toBe(report);
    expect(recordReport(JSON.parse(JSON.stringify(SAMPLE_RECORD)) as TrackRecord)).toBe(report);
  });

  test("stands alone: no script, no link out of itself, nothing asked from anywhere", () => {
    expect(report).not.toMatch(/<script|https?:\/\/(?!www\.w3\.org\/2000\/svg)|\ssrc=|url\(|@import/);
    const links = [...report.matchAll(/href="([^"]+)"/g)].map(([, link]) => link);
    expect(links.filter((link) => !/^#|^data:,$/.test(link ?? ""))).toEqual([]);
  });

  test("tells what the page tells", () => {
    const tables = (text: string) => [...text.matchAll(/<caption>([^<]+)</g)].map(([, caption]) => caption);
    expect(tables(report)).toEqual(tables(PAGE));
    expect(report).toContain("Nothing here is financial advice.");
  });
});
