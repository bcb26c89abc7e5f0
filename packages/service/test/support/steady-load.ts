/** Clients that keep sending requests while something fails. */
import type { CurrentReply } from "../../src/published/current-reply.js";
import type { HistoryReply } from "../../src/published/history-reply.js";
import { ask, freshClient, type Reply } from "./ask.js";

const LANES = 3;
const PAUSE_MS = 5;
/** Requests of one client; the limit is 20. */
const REQUESTS = 15;
const PATHS = ["/api/public/nhci", "/api/public/nhci/history"] as const;

/** Clients that request both endpoints, retry once after a failure, and compare all responses with each other. */
export class SteadyLoad {
  answers = 0;
  /** How many requests needed a second attempt. */
  retried = 0;
  /** Errors that no client may ever see. */
  readonly wrong: string[] = [];
  readonly #origin: string;
  readonly #said = new Map<string, string>();
  readonly #lanes: Promise<unknown>;
  #isOver = false;

  /** Starts at once. */
  constructor(origin: string) {
    this.#origin = origin;
    this.#lanes = Promise.all(Array.from({ length: LANES }, () => this.#ask()));
  }

  /** Resolves after a number of further responses. */
  async further(count: number): Promise<void> {
    for (const enough = this.answers + count; this.answers < enough; ) await pause();
  }

  async stop(): Promise<void> {
    this.#isOver = true;
    await this.#lanes;
  }

  async #ask(): Promise<void> {
    for (let [i, from] = [0, freshClient()]; !this.#isOver; i++) {
      if (i % REQUESTS === 0) from = freshClient();
      const path = PATHS[i % 2] ?? PATHS[0];
      let reply = await attempt(this.#origin + path, from);
      if (reply === undefined) {
        this.retried++;
        reply = await attempt(this.#origin + path, from);
      }
      this.answers++;
      if (reply?.status === 200) this.#compare(JSON.parse(reply.text));
      else this.wrong.push(`${path} ${reply === undefined ? "failed twice" : `returned ${reply.status}`}`);
      await pause();
    }
  }

  /** Checks that scores and rows never change, and that the 30 rows are consecutive. */
  #compare(body: CurrentReply | HistoryReply): void {
    if ("btc" in body) {
      this.#note(`score of ${body.btc.updated_at}`, [body.btc, body.crypto]);
      return;
    }
    const days = body.data.map(({ date }) => Date.parse(date) / 86_400_000);
    if (days.length !== 30 || days.some((day, i) => day !== (days[0] ?? 0) + i))
      this.wrong.push("a history with a gap");
    for (const row of body.data) this.#note(`row of ${row.date}`, row);
  }

  #note(key: string, value: unknown): void {
    const text = JSON.stringify(value);
    if ((this.#said.get(key) ?? text) !== text) this.wrong.push(`${key} had two different values`);
    this.#said.set(key, text);
  }
}

const pause = () => new Promise((resolve) => setTimeout(resolve, PAUSE_MS));

async function attempt(url: string, from: string): Promise<Reply | undefined> {
  const reply = await ask(url, { from }).catch(() => undefined);
  return reply === undefined || reply.status >= 500 ? undefined : reply;
}
