import { describe, expect, test } from "vitest";
import { readText } from "../../../../../test/house/tree.js";
import type { Scrape } from "../../support/exposition.js";
import { meteredService } from "../../support/metered-service.js";

/** Names of series as they stand in expressions. */
const NAMED = /\b(?:peak|process|nodejs)_[a-z0-9_]+/g;

const dashboard = JSON.parse(readText("deploy/grafana/peak.json")) as {
  readonly panels: readonly { readonly targets?: readonly { readonly expr: string }[] }[];
};
const rules = readText("deploy/prometheus/alerts.yml").split("- alert: ").slice(1);
const page = readText("docs/operations.md");
/** What the first cells of the page's tables name. */
const firstCells = [...page.matchAll(/^\| (`[^|]*) \|/gm)].map(([, cell]) => cell!).join(" ");
const explained = [...firstCells.matchAll(/`(peak_[a-z_]+)/g)].map(([, name]) => name!).sort();

function namesIn(text: string): readonly string[] {
  return [...new Set(text.match(NAMED) ?? [])];
}

/** One scrape of a service with a score, in which every metric of ours is; made by the first test that needs it. */
function scraped(): Promise<Scrape> {
  known ??= (async () => {
    // Nobody answers at this address, which is a figure too.
    const settings = { REDIS_URL: "redis://127.0.0.1:1" };
    const service = await meteredService("2026-11-21T12:05:00Z", { settings });
    service.run();
    return service.until("a score", ({ series }) => series.has("peak_score_age_seconds"));
  })();
  return known;
}

let known: Promise<Scrape> | undefined;

describe("what is written about the metrics of a running service", () => {
  test("the alarms name series that are there", async () => {
    const scrape = await scraped();
    const names = rules.flatMap(namesIn);
    expect(names.length).toBeGreaterThan(12);
    expect(names.filter((name) => !scrape.series.has(name))).toEqual([]);
  });

  test("the dashboard names series that are there", async () => {
    const scrape = await scraped();
    const names = dashboard.panels.flatMap(({ targets = [] }) => targets.flatMap(({ expr }) => namesIn(expr)));
    expect(names.length).toBeGreaterThan(8);
    expect(names.filter((name) => !scrape.series.has(name))).toEqual([]);
  });

  test("the page explains each metric of ours, and no other", async () => {
    const scrape = await scraped();
    expect(explained).toEqual(scrape.names.filter((name) => name.startsWith("peak_")).sort());
  });

  test("every metric has units or an ending as Prometheus wants them, and a help text", async () => {
    const scrape = await scraped();
    for (const name of scrape.names.filter((each) => each.startsWith("peak_"))) {
      const type = new RegExp(`^# TYPE ${name} (\\w+)$`, "m").exec(scrape.text)?.[1];
      expect(name.endsWith("_total"), name).toBe(type === "counter");
      expect(scrape.text, name).toMatch(new RegExp(`^# HELP ${name} [A-Z0-9].+\\.$`, "m"));
    }
    expect(scrape.text).not.toMatch(/^peak_\w+\{[^}]*\bjob="/m); // Prometheus has a label of this name
  });
});

describe("the alarms", () => {
  test.each(rules.map((rule) => [rule.split("\n", 1)[0]!, rule]))(
    "%s says what is wrong, and the page what to do",
    (name, rule) => {
      expect(rule).toMatch(/severity: (page|ticket) /);
      expect(rule).toMatch(/summary: ".+\."/);
      expect(firstCells).toContain(`\`${name}\``);
    },
  );
});
