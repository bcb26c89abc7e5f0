import { instantOf, MODEL_VERSION, NotEnoughDataError } from "peak-cycle-model";
import { describe, expect, test } from "vitest";
import { readText } from "../../../../test/house/tree.js";
import { Meters } from "../../src/metrics/meters.js";
import { fakeClock } from "../support/fake-clock.js";
import { INPUTS, STATES, sampleInput } from "../support/sample-extras.js";
import { samplePublished } from "../support/sample-published.js";

const NOON = "2026-11-21T12:00:00Z";

function meters() {
  const clock = fakeClock(NOON);
  const all = new Meters(clock, { version: "1.2.3", model_version: MODEL_VERSION, role: "all" });
  /** The value of each series as written; anything but a comment or a sample is an error. */
  const scrape = async () => {
    const samples = (await all.text()).split("\n").filter((line) => line !== "" && !line.startsWith("#"));
    return new Map(
      samples.map((line) => {
        const [, series = "", value] = /^([a-z][a-z0-9_]*(?:\{.*\})?) (\S+)$/.exec(line) ?? [];
        if (series === "") throw new Error(`not a sample: ${line}`);
        return [series, Number(value)];
      }),
    );
  };
  return Object.assign(all, { clock, scrape });
}

/** Meters with every reading. */
function full() {
  const all = meters();
  const published = samplePublished();
  published.show({ sources: STATES, inputs: INPUTS, backedUpAt: instantOf(NOON) });
  const read = { published, areLimitsShared: () => true, isLeading: () => true };
  all.addReaders({ ...read, holds: () => ["clock"], isDatabaseAway: () => false, clockAheadMs: () => 1500 });
  return all;
}

test("a scrape reports the ages of score, row, sources and backup, holds, leadership and database state", async () => {
  const { scrape } = full();
  expect(Object.fromEntries(await scrape())).toMatchObject({
    peak_score_age_seconds: 17_699.75,
    peak_history_row_age_seconds: 6 * 3600,
    'peak_source_last_answer_age_seconds{source="kraken"}': 17_760,
    'peak_source_failing{source="kraken"}': 0,
    'peak_publishing_held{reason="clock"}': 1,
    'peak_publishing_held{reason="chain"}': 0,
    peak_is_leader: 1,
    peak_database_away: 0,
    peak_clock_ahead_seconds: 1.5,
    peak_backup_age_seconds: 0,
    peak_limits_shared: 1,
    [`peak_build_info{version="1.2.3",model_version="${MODEL_VERSION}",role="all"}`]: 1,
  });
});

test("a scrape reports the input panel: ages, agreeing sources, and how long something has been wrong", async () => {
  const all = meters();
  const published = samplePublished();
  const since = instantOf("2026-11-21T10:00:00Z");
  const unsure = { since, kind: "tie", why: "" } as const;
  published.show({
    inputs: [
      sampleInput("btc-close", { observedAt: instantOf("2026-11-21T00:00:00Z") }),
      sampleInput("dominance", { unsure, refused: [{ source: "coinpaprika", value: 70, since }] }),
      sampleInput("mvrv", { replacedSince: since, unconfirmedSince: since, silent: [{ source: "brk", since }] }),
    ],
  });
  all.addReaders({ published });
  const known = await all.scrape();
  expect(Object.fromEntries(known)).toMatchObject({
    'peak_input_age_seconds{input="btc_close"}': 12 * 3600,
    'peak_input_sources_agreeing{input="btc_close"}': 2,
    'peak_input_sources_enabled{input="btc_close"}': 2,
    'peak_input_sources_refused{input="btc_close"}': 0,
    'peak_input_unsure_seconds{input="btc_close"}': 0,
    'peak_input_unsure_seconds{input="btc_dominance"}': 7200,
    'peak_input_sources_refused{input="btc_dominance"}': 1,
    'peak_input_replaced_seconds{input="mvrv"}': 7200,
    'peak_input_unconfirmed_seconds{input="mvrv"}': 7200,
    'peak_input_source_silent_seconds{input="mvrv",source="brk"}': 7200,
  });
  expect([...known.keys()].filter((series) => /^peak_input_.*"eth"/.test(series))).toEqual([]);
});

test("a scrape omits unknown values, and has a 0 for events that have not happened", async () => {
  const known = await meters().scrape();
  for (const name of ["score_age_seconds", "history_row_age_seconds", "backup_age_seconds", "limits_shared"]) {
    expect([name, known.has(`peak_${name}`)]).toEqual([name, false]);
  }
  expect(known.get('peak_answers_total{group="score",status="5xx"}')).toBe(0);
});

test("responses are counted by group and class of status, and runs of jobs by outcome", async () => {
  const all = meters();
  for (const status of [200, 304, 429]) all.countResponse("score", status);
  const stop = new AbortController();
  await all.job("a job", async () => {}, stop.signal);
  const fail = (error: Error) => all.job("a job", () => Promise.reject(error), stop.signal).catch(() => {});
  await fail(new Error("a bug"));
  await fail(new NotEnoughDataError("no data"));
  stop.abort();
  await fail(new Error("the end"));
  const counts = await all.scrape();
  const answers = ["2xx", "3xx", "4xx", "5xx"].map((status) => `peak_answers_total{group="score",status="${status}"}`);
  expect(answers.map((series) => counts.get(series))).toEqual([1, 1, 1, 0]);
  expect(counts.get("peak_limit_refusals_total")).toBe(1);
  const runs = ["done", "failed", "waits", "stopped"].map((outcome) => `name="a job",outcome="${outcome}"`);
  expect(runs.map((labels) => counts.get(`peak_job_runs_total{${labels}}`))).toEqual([1, 1, 1, 1]);
});

test("days closed without an input are counted by input, from 0 on", async () => {
  const all = meters();
  all.countMissingInput("mvrv");
  const counts = await all.scrape();
  const inputs = ["mvrv", "btc_close", "btc_dominance", "fear_greed", "eth"];
  expect(inputs.map((input) => counts.get(`peak_days_closed_without_input_total{input="${input}"}`))).toEqual([
    1, 0, 0, 0, 0,
  ]);
});

describe("the files about metrics and alarms:", async () => {
  const all = full();
  await all.job("a job", async () => {}, new AbortController().signal);
  const series = new Set([...(await all.scrape()).keys()].map((each) => each.replace(/\{.*/, "")));
  const names = [...(await all.text()).matchAll(/^# TYPE (peak_\S+) /gm)].map(([, name]) => name);
  const rules = readText("deploy/prometheus/alerts.yml").split("- alert: ").slice(1);
  /** The first cells of the page's tables. */
  const cells = [...readText("docs/monitoring.md").matchAll(/^\| (`[^|]*) \|/gm)].map(([, cell]) => cell!).join(" ");

  test.each(["deploy/prometheus/alerts.yml", "deploy/grafana/peak.json"])("%s names existing series", (file) => {
    const code = readText(file).replaceAll(/"description": ".*"|summary: ".*"/g, "");
    const named = new Set(code.match(/\b(?:peak|process|nodejs)_[a-z0-9_]+/g));
    expect(named.size).toBeGreaterThan(8);
    expect([...named].filter((name) => !series.has(name))).toEqual([]);
  });

  test("docs/monitoring.md explains exactly our metrics", () => {
    const explained = [...cells.matchAll(/`(peak_[a-z_]+)/g)].map(([, name]) => name);
    expect(explained.sort()).toEqual(names.sort());
  });

  test.each(rules.map((rule) => [rule.split("\n", 1)[0]!, rule]))(
    "the alarm %s says what is wrong, and docs/monitoring.md says what to do",
    (name, rule) => {
      expect(rule).toMatch(/severity: (page|ticket) /);
      expect(rule).toMatch(/summary: ".+\."/);
      expect(cells).toContain(`\`${name}\``);
    },
  );
});
