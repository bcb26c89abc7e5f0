/** Serves the simulated sources over local HTTP, each below a path with its name. */

import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { gzipSync } from "node:zlib";
import { type ActiveBend, Bends } from "./bends.js";
import { SimulatorClock } from "./clock.js";
import { Faults, faultyAnswer } from "./faults.js";
import { Market } from "./market/market.js";
import type { Source, SourceResponse } from "./source.js";
import { checkName, SOURCES } from "./sources/all.js";
import { StatedMarket } from "./stated-market.js";

interface SimulatorOptions {
  /** Local port; a free one by default. */
  readonly port?: number;
  /** ISO instant with its zone at which the simulated time starts. Default: the system time. */
  readonly at?: string;
  /** Whether time stops at `at`. */
  readonly fixed?: boolean;
}

export interface Simulator {
  /** `http://127.0.0.1:<port>`, without a trailing slash. */
  readonly url: string;
  /** The URL to use for a source instead of its real origin, without a trailing slash. */
  baseUrl(source: string): string;
  /** The true figures: every source reports the events that are added to it. */
  readonly market: Market;
  /** The wrong figures of single sources. */
  readonly bends: Bends;
  readonly faults: Faults;
  readonly clock: SimulatorClock;
  readonly requests: RequestCount;
  /** Closes every connection, including hanging ones. */
  close(): Promise<void>;
}

/** The simulator is reachable only from this machine. */
const HOST = "127.0.0.1";
/** A day is closed at 06:00 of the next, so a clock this far behind can be wrong by two days. */
const BEHIND_S = 54 * 3600;

/** Serves every source's wire contract from one simulated market on a local port. @throws when the port is taken */
export async function startSimulator({ port = 0, at, fixed }: SimulatorOptions = {}): Promise<Simulator> {
  const [clock, faults, requests] = [new SimulatorClock(), new Faults(), new RequestCount()];
  const [market, bends] = [new Market(), new Bends()];
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
    const active = bends.of(source.name, nowMs);
    const figures = new StatedMarket(nowMs, market, active);
    const answer = faultyAnswer(source, { path, query, nowMs, market: figures }, rules);
    const gone = goneResponse(source, nowMs, active, figures);
    const isLost = (way: "hang" | "reset") => gone === way || rules.some(({ fault }) => fault === way);
    if (isLost("hang")) return;
    const acceptsGzip = /\bgzip\b/.test(`${request.headers["accept-encoding"]}`);
    const lateDate = rules.find(({ fault }) => fault === "date-behind");
    const dateMs = lateDate === undefined ? nowMs : nowMs - 1000 * (lateDate.options.seconds ?? BEHIND_S);
    send(response, typeof gone === "object" ? gone : answer, { dateMs, acceptsGzip, isReset: isLost("reset") });
  });
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject).listen(port, HOST, resolve);
  });
  const url = `http://${HOST}:${(server.address() as AddressInfo).port}`;
  const close = async () => {
    const closing = new Promise((resolve) => server.close(resolve));
    server.closeAllConnections();
    await closing;
  };
  const baseUrl = (source: string) => {
    checkName(source);
    return `${url}/${source}`;
  };
  return { clock, market, bends, faults, requests, url, baseUrl, close };
}

/** What replaces the response to a request for an unavailable figure. */
function goneResponse(source: Source, nowMs: number, active: readonly ActiveBend[], market: StatedMarket) {
  for (const bend of active) {
    const gone = market.needs(bend) ? bend.goneResponse(source, nowMs) : undefined;
    if (gone !== undefined) return gone;
  }
  return undefined;
}

interface Delivery {
  /** The value of the Date header. */
  readonly dateMs: number;
  readonly acceptsGzip: boolean;
  readonly isReset: boolean;
}

/** Bodies of at least this size are compressed for clients that accept it. */
const COMPRESS_FROM_BYTES = 1024;

/** Sends a response, or the first half of it before the connection is reset. */
function send(response: ServerResponse, { status, headers, body }: SourceResponse, delivery: Delivery): void {
  const plain = Buffer.from(typeof body === "string" ? body : JSON.stringify(body));
  const isPacked = delivery.acceptsGzip && plain.length >= COMPRESS_FROM_BYTES;
  const bytes = isPacked ? gzipSync(plain, { level: 1 }) : plain;
  response.writeHead(status, {
    ...headers,
    ...(isPacked && { "content-encoding": "gzip" }),
    "content-length": bytes.length,
    vary: "accept-encoding",
    date: new Date(delivery.dateMs).toUTCString(),
    "x-simulated": "true",
  });
  if (!delivery.isReset) response.end(bytes);
  else response.write(bytes.subarray(0, Math.ceil(bytes.length / 2)), () => response.socket?.resetAndDestroy());
}

/** Counts requests, so that a test can check how often the sources are queried. */
class RequestCount {
  readonly #counts = new Map<string, number>();

  add(source: string): void {
    this.#counts.set(source, (this.#counts.get(source) ?? 0) + 1);
  }

  read(): { readonly total: number; readonly sources: Readonly<Record<string, number>> } {
    const total = [...this.#counts.values()].reduce((sum, count) => sum + count, 0);
    return { total, sources: Object.fromEntries(this.#counts) };
  }
}
