/** The simulated sources as an HTTP server of this machine: each below a path with its name. */

import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { type SimulatorClock, simulatorClock } from "./clock.js";
import { deliver, type Plan, plan } from "./delivery.js";
import { Faults } from "./faults/switchboard.js";
import { simulatedMarket } from "./market/market.js";
import { RequestLog } from "./request-log.js";
import { jsonAnswer, type SourceResponse } from "./source.js";
import { type OpenSource, openSimulatedSources, SOURCE_NAMES, type SourceName } from "./sources/all.js";

interface SimulatorOptions {
  /** Of this machine; a free one by default. */
  readonly port?: number;
  /** ISO instant with its zone that the simulated time starts at; it runs on from there. Default: the machine's time. */
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
  readonly requests: RequestLog;
  /** Ends every connection, hanging ones too. */
  close(): Promise<void>;
}

/** Only this machine can reach the simulator. */
const HOST = "127.0.0.1";
const PLAIN_DELIVERY: Plan["delivery"] = { cut: "none", isBomb: false, dateShiftMs: 0 };

/** Serves every source's wire contract from one simulated market on a local port. @throws when the port is taken */
export async function startSimulator(options: SimulatorOptions = {}): Promise<Simulator> {
  const deps = { clock: simulatorClock(), faults: new Faults(), requests: new RequestLog() };
  if (options.at !== undefined) {
    const atMs = Date.parse(options.at);
    if (options.fixed === true) deps.clock.fixAt(atMs);
    else deps.clock.startAt(atMs);
  }
  const market = simulatedMarket();
  const sources = openSimulatedSources(market);
  const server = createServer((request, response) => {
    answerOne({ ...deps, sources }, request, response).catch(() => response.destroy());
  });
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject).listen(options.port ?? 0, HOST, resolve);
  });
  const { port } = server.address() as AddressInfo;
  const url = `http://${HOST}:${port}`;
  const close = async () => {
    const closed = new Promise((resolve) => server.close(resolve));
    server.closeAllConnections();
    await closed;
  };
  return { ...deps, url, baseUrl: (source) => `${url}/${source}`, close };
}

interface AnswerDeps {
  readonly clock: SimulatorClock;
  readonly faults: Faults;
  readonly requests: RequestLog;
  readonly sources: ReadonlyMap<string, OpenSource>;
}

async function answerOne(deps: AnswerDeps, request: IncomingMessage, response: ServerResponse): Promise<void> {
  response.setHeader("x-simulated", "true");
  const url = new URL(`http://${request.headers.host ?? HOST}${request.url ?? "/"}`);
  const nowMs = deps.clock.now();
  const planned = planFor(deps, { request, url, nowMs });
  const acceptsGzip = /\bgzip\b/.test(String(request.headers["accept-encoding"] ?? ""));
  await deliver(response, planned, { nowMs, acceptsGzip });
}

interface Arrival {
  readonly request: IncomingMessage;
  readonly url: URL;
  readonly nowMs: number;
}

function planFor(deps: AnswerDeps, { request, url, nowMs }: Arrival): Plan {
  const method = request.method ?? "GET";
  request.resume();
  const [, prefix = "", ...rest] = url.pathname.split("/");
  const source = deps.sources.get(prefix);
  const path = `/${rest.join("/")}`;
  if (source === undefined) return { answer: unknownSource(url.pathname), delivery: PLAIN_DELIVERY };
  deps.requests.add(source.name, path + url.search);
  const rules = deps.faults.match(source.name, path);
  return plan(source, { method, path, query: url.searchParams, nowMs, url }, rules);
}

function unknownSource(path: string): SourceResponse {
  const says = { what: "a simulated market: no number here is real", sources: SOURCE_NAMES.map((name) => `/${name}/`) };
  return jsonAnswer(says, path === "/" ? 200 : 404);
}
