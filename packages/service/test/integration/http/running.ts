import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { onTestFinished } from "vitest";
import { CONNECTION_LIMITS, type ConnectionLimits } from "../../../src/http/connections.js";
import type { HttpConfig, HttpDeps } from "../../../src/http/http-deps.js";
import type { HttpServer } from "../../../src/http/http-server.js";
import { memoryLimit } from "../../../src/http/limit/memory-limit.js";
import { createHttpServer } from "../../../src/http/servers.js";
import type { Health } from "../../../src/jobs/report-health.js";
import type { Disconnection } from "../../../src/metrics/meters.js";
import type { LogFields } from "../../../src/platform/log.js";
import { Published } from "../../../src/published/published.js";
import { type FakeClock, fakeClock } from "../../support/fake-clock.js";
import { type FakePngs, fakePngs } from "../../support/fake-pngs.js";
import { sampleDeps } from "../../unit/http/sample-deps.js";

export interface Running {
  readonly server: HttpServer;
  readonly published: Published;
  /** Empty until the test puts pictures there. */
  readonly pngs: FakePngs;
  readonly clock: FakeClock;
  readonly url: string;
  readonly port: number;
  /** Errors the service logged. */
  readonly errors: readonly LogFields[];
  /** Moves the limiter's clock on. */
  pass(ms: number): void;
  ask(path: string, init?: RequestInit): Promise<Response>;
  /** Why connections were closed for the sake of others. */
  readonly disconnected: readonly Disconnection[];
  /** @param from the address asked from; 127.0.0.1 by default */
  open(from?: string): Promise<Socket>;
  /** Sends bytes over a connection of its own and gives all that comes back until it is closed. */
  send(bytes: string): Promise<string>;
}

export interface RunOptions {
  readonly config?: Partial<HttpConfig>;
  readonly limits?: Partial<ConnectionLimits>;
  /** With keys of API Pro. */
  readonly pro?: HttpDeps["pro"];
  readonly health?: () => Promise<Health>;
  /** Before the first score. */
  readonly isEmpty?: boolean;
}

/** The HTTP room on a real socket, closed after the test. */
export async function run(options: RunOptions = {}): Promise<Running> {
  const deps = sampleDeps();
  const clock = fakeClock("2026-11-21T07:06:00Z");
  const published = options.isEmpty === true ? new Published() : deps.published;
  const pngs = fakePngs();
  let monotonic = 1000;
  const errors: LogFields[] = [];
  const disconnected: Disconnection[] = [];
  const ignore = () => {};
  const server = createHttpServer({
    ...deps,
    config: { ...deps.config, apiPro: options.pro !== undefined, ...options.config },
    published,
    clock,
    pro: options.pro,
    limit: memoryLimit({ monotonicMs: () => monotonic }),
    log: { debug: ignore, info: ignore, warn: ignore, error: (facts) => void errors.push(facts) },
    health: options.health ?? deps.health,
    connectionLimits: { ...CONNECTION_LIMITS, ...options.limits },
    pngs,
    meters: { answered: ignore, disconnected: (reason) => void disconnected.push(reason) },
  });
  onTestFinished(() => server.close(0));
  const { port } = await server.listen();
  const url = `http://127.0.0.1:${port}`;
  const open = async (from = "127.0.0.1") => {
    const socket = connect({ port, host: "127.0.0.1", localAddress: from });
    await once(socket, "connect");
    socket.on("error", () => {}); // the server may reset it
    return socket;
  };
  return {
    server,
    published,
    pngs,
    clock,
    url,
    port,
    errors,
    disconnected,
    pass(ms) {
      monotonic += ms;
    },
    ask: (path, init) => fetch(`${url}${path}`, init),
    open,
    async send(bytes) {
      const socket = await open();
      socket.write(bytes, "latin1");
      return readAll(socket);
    },
  };
}

/** Everything a connection gives until its other end closes it. */
export async function readAll(socket: Socket): Promise<string> {
  let text = "";
  socket.setEncoding("latin1");
  socket.on("data", (part: string) => {
    text += part;
  });
  if (!socket.closed) await new Promise((resolve) => socket.once("close", resolve));
  return text;
}
