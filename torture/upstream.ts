/** The part `upstream`: sources that fail and lie, beside a service whose sources are sound. */

import { setTimeout as wait } from "node:timers/promises";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "peak-cycle-model";
import { FAULTS, type Fault, type FaultOptions, SOURCE_NAMES, type SourceName } from "peak-cycle-simulator";
import { residentMb } from "../bench/child-process.js";
import type { CurrentReply } from "../packages/service/src/http/endpoints/current.js";
import type { HistoryReply } from "../packages/service/src/http/endpoints/history.js";
import { seededRandom } from "../packages/service/test/integration/process/random.js";
import { ask, freshClient } from "../packages/service/test/support/ask.js";
import { eventually } from "../packages/service/test/support/service-process.js";
import { type MovedLife, movedLife, pastFolder } from "./moved-life.js";
import type { Attack, TorturePart } from "./part.js";
import { longestDelay, strangeLines } from "./signs-of-life.js";

/** Ten minutes after an hourly round is due. */
const BEGIN = Date.parse("2026-11-20T12:10:00Z");
/** What a service may not do, whatever its sources say. */
const MAX_DELAY_S = 1;
const MAX_MB = 400;
/** How far a published figure may lie outside of what a sound service has published in so many days. */
const MAX_SHARE = 0.1;
/**
 * The same where several sources fail. While the others give nothing, one price alone is believed that has moved by a fifth
 * at most (`ingest/consensus-price.ts`), and a score moves by up to half as much again.
 */
const MAX_LONE_SHARE = 0.3;
/** Of dominance one source is believed alone until it has moved by a fifth: `ingest/collect-dominance.ts`. */
const MAX_DOMINANCE_SHARE = 0.2;
const WINDOW_MS = 3 * DAY_MS;
/** A source that refuses us by country is left alone for a day. */
const MAX_HOURS = 26;
/** Retries and timeouts of one round pass in steps of the service's time. */
const STEPS = 16;
const MAX_STEPS = 24;
const MAX_TRIES = 3;
const STEP_MS = 5000;
/** A round begins at most so long before the moment at which it is looked at. */
const EARLIEST_MS = 10 * MINUTE_MS;
const PAUSE_MS = 40;
/** On a busy machine a request takes longer than a step, and its 8 s would always be over before the answer. */
const LONG_PAUSE_MS = 2000;

interface Rule {
  readonly source: SourceName;
  readonly fault: Fault;
  readonly options: FaultOptions;
}

/** Sources that fail and lie. A second service whose sources are sound says what is plausible. */
export const upstreamPart: TorturePart = {
  name: "upstream",
  about: "every source with every fault of the simulator, alone and in combination",
  async run(attack) {
    const pair = await startPair(attack);
    const strange = strangeLines(pair.service.process);
    const alone = everyRuleFrom(attack.seed);
    attack.begin();
    do {
      const next = attack.random() < 0.6 ? alone.shift() : undefined;
      const rules = next === undefined ? combination(attack.random) : [next];
      attack.tried(next === undefined ? "combinations of faults" : "faults of one source");
      const found = [...(await failAndRecover(pair, rules)), ...strange()];
      for (const fault of found) attack.finding(`${fault} with ${rules.map(wordsOf).join(", ")}`);
    } while (!attack.signal.aborted && isAlive(pair.service));
  },
};

/** The service under attack and one whose sources are sound, at the same time. */
interface Pair {
  readonly service: MovedLife;
  readonly twin: MovedLife;
  readonly band: PlausibleBand;
  /** Lets an hour pass; its round is over then. */
  hour(): Promise<void>;
  /** The service is ready and has a score of this hour. */
  isCurrent(each: MovedLife): Promise<boolean>;
}

async function startPair(attack: Attack): Promise<Pair> {
  const options = { past: await pastFolder(BEGIN), at: BEGIN };
  const [service, twin] = await Promise.all([movedLife(attack, options), movedLife(attack, options)]);
  let now = BEGIN;
  const isCurrent: Pair["isCurrent"] = async (each) => {
    const { status } = await ask(`${each.origin}/readyz`, { from: freshClient() });
    const { current } = await publishedBy(each);
    return status === 200 && current !== undefined && Date.parse(current.btc.updated_at) >= now - EARLIEST_MS;
  };
  const areCurrent = async () => ((await isCurrent(service)) && (await isCurrent(twin))) || undefined;
  await eventually("both first scores", areCurrent); // a round that ends after time has moved on leaves the next one out
  const band = plausibleBand();
  /** @returns false when the sound service left this hour out: its last round ended after time had moved on */
  const isOver = async () => {
    now += HOUR_MS;
    for (let step = 0; step < STEPS || !(await isCurrent(twin)); step++) {
      if (step > MAX_STEPS) return false;
      for (const each of [service, twin]) each.moveTo(now + step * STEP_MS);
      await wait(step < STEPS ? PAUSE_MS : LONG_PAUSE_MS);
    }
    return true;
  };
  const hour = async () => {
    for (let tries = 1; !(await isOver()); tries++)
      if (tries === MAX_TRIES) throw new Error("a service with sound sources has no score");
    band.add(now, await publishedBy(twin));
  };
  await hour();
  return { service, twin, band, isCurrent, hour };
}

/** @returns what did not hold while the sources failed, or afterwards */
async function failAndRecover(pair: Pair, rules: readonly Rule[]): Promise<readonly string[]> {
  const { service, hour, isCurrent } = pair;
  for (const { source, fault, options } of rules) service.simulator.faults.set(source, fault, options);
  await hour();
  const found = [...(await faultsOf(pair, rules.length > 1 ? MAX_LONE_SHARE : MAX_SHARE))];
  service.simulator.faults.clear();
  let hours = 0;
  do await hour();
  while (++hours < MAX_HOURS && isAlive(service) && !(await isCurrent(service)));
  if (hours === MAX_HOURS) found.push(`no score for ${MAX_HOURS} hours afterwards`);
  return [...found, ...(await faultsOf(pair, MAX_SHARE)).map((fault) => `afterwards ${fault}`)];
}

function isAlive({ process: { child } }: MovedLife): boolean {
  return child.exitCode === null && child.signalCode === null;
}

function wordsOf({ source, fault, options: { rows } }: Rule): string {
  return `${source} ${fault}${rows === undefined ? "" : ` of ${rows} rows`}`;
}

function everyRule(): Rule[] {
  return SOURCE_NAMES.flatMap((source) => FAULTS.map((fault): Rule => ({ source, fault, options: {} })));
}

/**
 * In one order for all seeds, and each seed begins so far behind the one before that runs of four minutes with seven seeds
 * in a row try every pair. Mixed, since a source that was asked for too much is left alone for hours.
 */
const STRIDE = 79;

function everyRuleFrom(seed: number): Rule[] {
  const random = seededRandom(0);
  const keyed = everyRule().map((rule) => ({ rule, key: random() }));
  const all = keyed.sort((a, b) => a.key - b.key).map(({ rule }) => rule);
  const first = (seed * STRIDE) % all.length;
  return [...all.slice(first), ...all.slice(0, first)];
}

/** Two to six faults of any sources; those that lie do so about the newest rows or older ones. */
function combination(random: () => number): readonly Rule[] {
  const all = everyRule();
  const rows = ["newest", "history", "all"] as const;
  return Array.from({ length: 2 + Math.floor(random() * 5) }, () => {
    const rule = all[Math.floor(random() * all.length)] as Rule;
    return { ...rule, options: { rows: rows[Math.floor(random() * 3)] ?? "all" } };
  });
}

interface Published {
  readonly current: CurrentReply | undefined;
  readonly rows: HistoryReply["data"];
}

async function publishedBy({ origin }: MovedLife): Promise<Published> {
  const from = freshClient();
  const [current, history] = await Promise.all(
    ["/api/public/nhci", "/api/public/nhci/history"].map((path) => ask(origin + path, { from })),
  );
  return {
    current: current?.status === 200 ? (JSON.parse(current.text) as CurrentReply) : undefined,
    rows: history?.status === 200 ? (JSON.parse(history.text) as HistoryReply).data : [],
  };
}

function figuresOf({ btc, crypto, market }: CurrentReply): Readonly<Record<string, number>> {
  return {
    score: btc.score,
    crypto: crypto.score,
    price: market.btc_price_usd,
    dominance: market.btc_dominance_pct,
    "fear and greed": market.fear_greed.value,
  };
}

/** What a sound service has published of late. */
interface PlausibleBand {
  add(at: number, published: Published): void;
  holds(name: string, value: number, maxShare: number): boolean;
}

function plausibleBand(): PlausibleBand {
  let seen: { readonly at: number; readonly figures: Readonly<Record<string, number>> }[] = [];
  return {
    add(at, { current }) {
      if (current === undefined) return;
      seen = [...seen.filter((each) => each.at > at - WINDOW_MS), { at, figures: figuresOf(current) }];
    },
    holds(name, value, maxShare) {
      const values = seen.map(({ figures }) => figures[name] ?? Number.NaN);
      const share = name === "dominance" ? Math.max(MAX_DOMINANCE_SHARE, maxShare) : maxShare;
      return value >= Math.min(...values) * (1 - share) && value <= Math.max(...values) * (1 + share);
    },
  };
}

/** What does not hold of a service now. */
async function faultsOf({ service, twin, band }: Pair, maxShare: number): Promise<readonly string[]> {
  if (!isAlive(service)) return [`the process ended: ${service.process.err.join(" ")}`];
  const [{ current, rows }, sound] = await Promise.all([publishedBy(service), publishedBy(twin)]);
  const found: string[] = [];
  if (current === undefined) found.push("the score is gone");
  const right = sound.current && figuresOf(sound.current);
  for (const [name, value] of Object.entries(current === undefined ? {} : figuresOf(current)))
    if (!band.holds(name, value, maxShare))
      found.push(`${name} ${value} is implausible (${right?.[name]} where sources are sound)`);
  for (const row of rows) {
    const same = sound.rows.find(({ date }) => date === row.date);
    if (same !== undefined && !isSameDay(row, same)) found.push(`row ${JSON.stringify([row, same])}`);
  }
  const [delay, usual] = [await longestDelay(service.metrics), await longestDelay(twin.metrics)];
  if (delay > usual + MAX_DELAY_S) found.push(`it stood still for ${delay} s, a sound service for ${usual} s,`);
  const { now } = residentMb(service.process.child.pid ?? 0);
  if (now > MAX_MB) found.push(`${Math.round(now)} MB`);
  return found;
}

type Row = HistoryReply["data"][number];

function isSameDay(row: Row, right: Row): boolean {
  const price = row.btc_price_usd / right.btc_price_usd;
  return Math.abs(row.score - right.score) <= 1 && Math.abs(price - 1) < 0.01;
}
