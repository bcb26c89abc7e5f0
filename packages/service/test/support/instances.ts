import { type Simulator, startSimulator } from "peak-cycle-simulator";
import { onTestFinished } from "vitest";
import { ask, freshClient, type Reply } from "./ask.js";
import { eventually, logOf, originOf, type ServiceProcess, startPeak } from "./service-process.js";
import { simulatorSettings } from "./simulated-life.js";
import { tempFolder } from "./temp-sqlite.js";

/** One instance of several on a database: the built service with production's times. */
export interface Instance {
  readonly process: ServiceProcess;
  readonly origin: string;
  get(path: string): Promise<Reply>;
  /** How often it has taken over the jobs. */
  turns(): number;
  said(sentence: string): boolean;
}

export interface Market {
  readonly simulator: Simulator;
  /** Settings that point every source at it. */
  readonly settings: Readonly<Record<string, string>>;
  /** Starts a further instance on the market; killed after the test. */
  start(settings: Readonly<Record<string, string>>): Promise<Instance>;
}

/** A simulated market that all instances of a test ask. */
export async function openMarket(): Promise<Market> {
  const simulator = await startSimulator();
  onTestFinished(() => simulator.close());
  const folder = tempFolder();
  return {
    simulator,
    settings: simulatorSettings(simulator),
    async start(settings) {
      const process = startPeak(["serve"], {
        PORT: "0",
        SIMULATED_MARKET: "yes",
        DATA_DIR: folder, // for the signing key
        ...simulatorSettings(simulator),
        ...settings,
      });
      onTestFinished(() => process.kill());
      const origin = await originOf(process);
      const sentences = () => logOf(process).map(({ msg }) => msg);
      return {
        process,
        origin,
        get: (path) => ask(origin + path, { from: freshClient() }),
        turns: () => sentences().filter((msg) => msg === "leadership gained").length,
        said: (sentence) => sentences().includes(sentence),
      };
    },
  };
}

/** Waits for the next turn to begin at one of the instances. @param before their turns so far */
export function nextHolder(instances: readonly Instance[], before: readonly number[], withinMs: number) {
  return eventually(
    "another instance to take over",
    () => instances.find((each, i) => each.turns() > (before[i] ?? 0)),
    withinMs,
  );
}

/**
 * Both answers with their ETags, as soon as all instances give the same; fails when they do not within 5 s and a bit.
 */
export function sameAnswers(instances: readonly Instance[], withinMs: number): Promise<readonly string[]> {
  return eventually("the same answers everywhere", () => answersOfAll(instances), withinMs);
}

/** Both answers with their ETags, if all instances give the same now. */
async function answersOfAll(instances: readonly Instance[]): Promise<readonly string[] | undefined> {
  const [first, ...others] = await Promise.all(instances.map(answersOf));
  if (first === undefined || !first.every((each) => each.startsWith("200 "))) return undefined;
  return others.every((each) => each.join("\n") === first.join("\n")) ? first : undefined;
}

async function answersOf({ origin }: Instance): Promise<readonly string[]> {
  const from = freshClient();
  const paths = ["/api/public/nhci", "/api/public/nhci/history"];
  const replies = await Promise.all(paths.map((path) => ask(origin + path, { from })));
  return replies.map(({ status, headers, text }) => `${status} ${headers.etag} ${text}`);
}
