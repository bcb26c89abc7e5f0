import { afterAll, afterEach, beforeAll } from "vitest";
import { type Simulator, type SimulatorOptions, startSimulator } from "../../src/server.js";

/** The moment most of these tests stand at: a Saturday morning, well after the day's figures are out. */
export const AT = "2026-11-21T07:30:20Z";

/** An answer with its body read. */
export interface Heard {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  // biome-ignore lint/suspicious/noExplicitAny: a test reads whatever a source says
  readonly json: any;
}

export interface AskingSimulator {
  simulator(): Simulator;
  ask(path: string, init?: RequestInit): Promise<Heard>;
  /** The same, at another simulated instant. */
  askAt(at: string, path: string): Promise<Heard>;
}

/** A simulator for one test file, free of faults before each test. */
export function askingSimulator(options: SimulatorOptions = { at: AT, fixed: true }): AskingSimulator {
  let running: Simulator | undefined;
  const simulator = () => {
    if (running === undefined) throw new Error("the simulator has not started");
    return running;
  };
  beforeAll(async () => {
    running = await startSimulator(options);
  });
  afterEach(() => simulator().faults.clear());
  afterAll(() => simulator().close());
  const ask = async (path: string, init?: RequestInit) => heard(await fetch(`${simulator().url}${path}`, init));
  return { simulator, ask, askAt: (at, path) => ask(path, { headers: { "x-simulator-at": at } }) };
}

async function heard(response: Response): Promise<Heard> {
  const text = await response.text();
  return { status: response.status, headers: response.headers, text, json: parsed(text) };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
