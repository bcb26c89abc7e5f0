import { isDeepStrictEqual } from "node:util";
import type { CurrentReply } from "../../../src/http/routes/current.js";
import type { HistoryReply } from "../../../src/http/routes/history.js";
import { ask, freshClient, type Reply } from "../../support/ask.js";

/** What clients have seen that ask without a pause and try once more after a failure. */
export interface Seen {
  readonly answers: number;
  /** How many of them came with the second attempt. */
  readonly retried: number;
  /** What no client may ever see. */
  readonly wrong: readonly string[];
}

export interface SteadyLoad {
  /** Resolves after so many further answers. */
  further(answers: number): Promise<void>;
  stop(): Promise<Seen>;
}

const LANES = 3;
const PAUSE_MS = 5;
/** Of one client; the limit is 20. */
const REQUESTS = 15;
const PATHS = ["/api/public/nhci", "/api/public/nhci/history"] as const;

/** Both endpoints asked at an origin until it is stopped; every answer is held against all others. */
export function steadyLoad(origin: string): SteadyLoad {
  const wrong: string[] = [];
  const said = new Map<string, unknown>();
  let [answers, retried, isOver] = [0, 0, false];
  const note = (key: string, value: unknown) => {
    if (said.has(key) && !isDeepStrictEqual(said.get(key), value)) wrong.push(`${key} was told in two ways`);
    said.set(key, value);
  };
  const twice = async (path: string, from: string): Promise<Reply | undefined> => {
    const first = await attempt(origin + path, from);
    if (first !== undefined) return first;
    retried++;
    return attempt(origin + path, from);
  };
  const lane = async () => {
    let from = freshClient();
    for (let i = 1; !isOver; i++) {
      if (i % REQUESTS === 0) from = freshClient();
      const path = PATHS[i % 2] ?? PATHS[0];
      const reply = await twice(path, from);
      answers++;
      if (reply?.status === 200) notes(reply.text, note, wrong);
      else wrong.push(`${path} ${reply === undefined ? "failed twice" : `gave ${reply.status}`}`);
      await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
    }
  };
  const lanes = Promise.all(Array.from({ length: LANES }, lane));
  return {
    async further(count) {
      for (const enough = answers + count; answers < enough; ) await new Promise((resolve) => setTimeout(resolve, 10));
    },
    async stop() {
      isOver = true;
      await lanes;
      return { answers, retried, wrong };
    },
  };
}

async function attempt(url: string, from: string): Promise<Reply | undefined> {
  const reply = await ask(url, { from }).catch(() => undefined);
  return reply === undefined || reply.status >= 500 ? undefined : reply;
}

/** A score and a row never change; 30 rows follow each other. */
function notes(text: string, note: (key: string, value: unknown) => void, wrong: string[]): void {
  const body = JSON.parse(text) as CurrentReply | HistoryReply;
  if ("btc" in body) {
    note(`score of ${body.btc.updated_at}`, [body.btc, body.crypto]);
    return;
  }
  const days = body.data.map(({ date }) => Date.parse(date) / 86_400_000);
  if (days.length !== 30 || days.some((day, i) => day !== (days[0] ?? 0) + i)) wrong.push("a history with a gap");
  for (const row of body.data) note(`row of ${row.date}`, row);
}
