/** The simulated sources as an HTTP server of this machine: each below a path with its name. */

import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { gzipSync } from "node:zlib";
import { SimulatorClock } from "./clock.js";
import { type Fault, Faults, faultyAnswer } from "./faults.js";
import type { SourceResponse } from "./source.js";
import { SOURCES, type SourceName } from "./sources/all.js";

interface SimulatorOptions {
  /** Of this machine; a free one by default. */
  readonly port?: number;
  /**
   * ISO instant with its zone that the simulated time starts at; it runs on from there. Default: the machine's time.
   */
  readonly at?: string;
  /** Time stands still at `at`. */
  readonly fixed?: boolean;
}

export interface Simulator {
  /** `http://127.0.0.1:<port>`, without a slash at the end. */
  readonly url: string;
  /** The address a reader of a source takes in place of the real origin, without a slash at the end. */
  baseUrl(source: SourceName): string;
  readonly faults: Faults;
  readonly clock: SimulatorClock;
  readonly requests: RequestCount;
  /** Ends every connection, hanging ones too. */
  close(): Promise<void>;
}

/** Only this machine can reach the simulator. */
const HOST = "127.0.0.1";

/** Serves every source's wire contract from one simulated market on a local port. @throws when the port is taken */
export async function startSimulator({ port = 0, at, fixed }: SimulatorOptions = {}): Promise<Simulator> {
  const [clock, faults, requests] = [new SimulatorClock(), new Faults(), new RequestCount()];
  if (at !== undefined && fixed) clock.fixAt(Date.parse(at));
  else if (at !== undefined) clock.moveBy(Date.parse(at) - Date.now());
  const server = createServer((request, response) => {
    request.resume();
    const { pathname, searchParams: query } = new URL(request.url ?? "/", `http://${HOST}`);
    const [, name, ...rest] = pathname.split("/");
    const source = SOURCES.find((each) => each.name === name);
    if (source === undefined) return void response.writeHead(404).end();
    requests.add(source.name);
    const [path, nowMs] = [`/${rest.join("/")}`, clock.now()];
    const rules = faults.match(source.name, path);
    const said = faultyAnswer(source, { path, query, nowMs }, rules);
    send(response, said, { nowMs, acceptsGzip: /\bgzip\b/.test(`${request.headers["accept-encoding"]}`), rules });
  });
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject).listen(port, HOST, resolve);
  });
  const url = `http://${HOST}:${(server.address() as AddressInfo).port}`;
  const close = async () => {
    const closed = new Promise((resolve) => server.close(resolve));
    server.closeAllConnections();
    await closed;
  };
  return { clock, faults, requests, url, baseUrl: (source) => `${url}/${source}`, close };
}

interface Delivery {
  readonly nowMs: number;
  readonly acceptsGzip: boolean;
  readonly rules: ReturnType<Faults["match"]>;
}

/** Bodies from this size on are compressed for those who accept it. */
const COMPRESS_FROM_BYTES = 1024;
/** A day is over for its closing at 06:00 of the next, and a clock that is so far off can be two days wrong. */
const BEHIND_S = 54 * 3600;

/** Sends an answer, with the market's time as its date, or what the faults of the way leave of it. */
function send(response: ServerResponse, { status, headers, body }: SourceResponse, delivery: Delivery): void {
  const optionsOf = (fault: Fault) => delivery.rules.find((rule) => rule.fault === fault)?.options;
  if (optionsOf("hang")) return;
  const late = optionsOf("date-behind");
  const behindMs = late === undefined ? 0 : 1000 * (late.seconds ?? BEHIND_S);
  const plain = Buffer.from(typeof body === "string" ? body : JSON.stringify(body));
  const isPacked = delivery.acceptsGzip && plain.length >= COMPRESS_FROM_BYTES;
  const bytes = isPacked ? gzipSync(plain, { level: 1 }) : plain;
  response.writeHead(status, {
    ...headers,
    ...(isPacked && { "content-encoding": "gzip" }),
    "content-length": bytes.length,
    vary: "accept-encoding",
    date: new Date(delivery.nowMs - behindMs).toUTCString(),
    "x-simulated": "true",
  });
  if (!optionsOf("reset")) response.end(bytes);
  else response.write(bytes.subarray(0, Math.ceil(bytes.length / 2)), () => response.socket?.resetAndDestroy());
}

/** How many requests there were, so that a test can see how politely the sources are asked. */
class RequestCount {
  readonly #counts = new Map<SourceName, number>();

  add(source: SourceName): void {
    this.#counts.set(source, (this.#counts.get(source) ?? 0) + 1);
  }

  read(): { readonly total: number; readonly sources: Readonly<Partial<Record<SourceName, number>>> } {
    const total = [...this.#counts.values()].reduce((sum, count) => sum + count, 0);
    return { total, sources: Object.fromEntries(this.#counts) };
  }
}
