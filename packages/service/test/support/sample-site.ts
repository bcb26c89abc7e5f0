/** A site with made-up data that needs no socket. */
import type { IncomingHttpHeaders } from "node:http";
import type { FastifyInstance } from "fastify";
import { readText } from "../../../../test/house/tree.js";
import { API, documentHtml, METHOD } from "../../../../tools/document-html.js";
import { CONNECTION_LIMITS, type ConnectionLimits } from "../../src/http/connections.js";
import { DrawingQueue } from "../../src/http/drawing-queue.js";
import type { HttpConfig } from "../../src/http/edge.js";
import type { RateLimit } from "../../src/http/limit/limiter.js";
import { createLimiter, type KeyCheck } from "../../src/http/limit/limiter.js";
import { MemoryLimit } from "../../src/http/limit/memory-limit.js";
import { ResponseCache } from "../../src/http/responses.js";
import { embedScripts } from "../../src/http/routes/scripts.js";
import { createSite } from "../../src/http/servers.js";
import type { Disconnection, ResponseGroup } from "../../src/metrics/meters.js";
import type { LogFields } from "../../src/platform/log.js";
import { Published } from "../../src/published/published.js";
import type { SourceCredit } from "../../src/sources/source.js";
import { type FakeClock, fakeClock } from "./fake-clock.js";
import { publishSampleExtras } from "./sample-extras.js";
import { SAMPLE_CONFIG, SAMPLE_SCRIPTS, SAMPLE_SOURCES, samplePublished } from "./sample-published.js";

/** The whole HTTP part without a socket, a minute after the sample score. */
export interface SampleSite {
  readonly app: FastifyInstance;
  readonly published: Published;
  readonly clock: FakeClock;
  /** Errors the service logged. */
  readonly errors: readonly LogFields[];
  /** Why connections were closed to make room. */
  readonly disconnected: readonly Disconnection[];
  /** The group and the status of each response. */
  readonly answered: readonly (readonly [ResponseGroup, number])[];
  /** How many PNG pictures were drawn. */
  pngsDrawn(): number;
  /** Like `fetch`. @param from the client's address */
  ask(path: string, init?: AskInit, from?: string): Promise<Response>;
  /** The same, with the bytes as they are sent. */
  get(path: string, headers?: Readonly<Record<string, string>>): Promise<RawAnswer>;
}

interface AskInit {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

interface RawAnswer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly bytes: Buffer;
}

export interface SampleOptions {
  readonly config?: Partial<HttpConfig>;
  readonly limits?: Partial<ConnectionLimits>;
  readonly limit?: RateLimit;
  /** The API Pro keys, if enabled. */
  readonly pro?: KeyCheck | undefined;
  readonly whyNotReady?: () => string | undefined;
  /** Whether there is no score yet. */
  readonly isEmpty?: boolean;
  /** The sources in use; one by default. */
  readonly sources?: readonly SourceCredit[];
  /** The scripts by file name; made-up ones by default. */
  readonly scripts?: ReadonlyMap<string, string>;
  /** The cache of responses; an empty one by default. */
  readonly responses?: ResponseCache;
  /** Replaces the PNG of each SVG; by default with the SVG's own text. */
  readonly drawPng?: (svg: string) => Promise<Uint8Array>;
}

const openapi = readText("docs/openapi.json");

/** The texts of `/method` and `/docs`. */
const DOCUMENTS = {
  method: documentHtml(readText("docs/method.md"), METHOD),
  api: documentHtml(readText("docs/api.md"), API),
};

export function sampleSite(options: SampleOptions = {}): SampleSite {
  const clock = fakeClock("2026-11-21T07:06:00Z");
  const published = options.isEmpty === true ? new Published() : samplePublished();
  if (options.isEmpty !== true) publishSampleExtras(published);
  const errors: LogFields[] = [];
  const disconnected: Disconnection[] = [];
  const answered: (readonly [ResponseGroup, number])[] = [];
  let pngs = 0;
  const ignore = () => {};
  const { drawPng = async (svg) => Buffer.from(svg) } = options;
  const site: HttpConfig = { ...SAMPLE_CONFIG, apiPro: options.pro !== undefined, ...options.config };
  const app = createSite({
    site,
    trustedProxies: options.config?.trustedProxies,
    published,
    clock,
    responses: options.responses ?? new ResponseCache(),
    limiter: createLimiter(options.limit ?? new MemoryLimit(undefined, clock.now), options.pro),
    log: { debug: ignore, info: ignore, warn: ignore, error: (facts) => void errors.push(facts) },
    whyNotReady: options.whyNotReady ?? (() => undefined),
    limits: { ...CONNECTION_LIMITS, ...options.limits },
    sources: options.sources ?? SAMPLE_SOURCES,
    scripts: embedScripts(options.scripts ?? SAMPLE_SCRIPTS, site),
    documents: { ...DOCUMENTS, openapi },
    icons: new Map(
      ["favicon.ico", "icon-192.png", "icon-512.png", "icon-maskable-512.png"].map((name) => [name, ICON]),
    ),
    drawings: new DrawingQueue(async (svg) => {
      pngs++;
      return drawPng(svg);
    }),
    gallery: "site",
    meters: {
      countResponse: (...answer) => void answered.push(answer),
      countDisconnection: (reason) => void disconnected.push(reason),
    },
  });
  const inject = (path: string, { method = "GET", headers = {}, body }: AskInit, from = "127.0.0.1") =>
    app.inject({ method: method as "GET", url: path, headers, remoteAddress: from, ...(body && { payload: body }) });
  return {
    ...{ app, published, clock, errors, disconnected, answered },
    pngsDrawn: () => pngs,
    async ask(path, init = {}, from) {
      const { statusCode: status, headers, rawPayload } = await inject(path, init, from);
      const lines = Object.entries(headers).map(([name, value]) => [name, String(value)] as [string, string]);
      return new Response([204, 304].includes(status) ? null : new Uint8Array(rawPayload), { status, headers: lines });
    },
    async get(path, headers) {
      const { statusCode: status, headers: sent, rawPayload: bytes } = await inject(path, headers ? { headers } : {});
      return { status, headers: sent as IncomingHttpHeaders, bytes };
    },
  };
}

const ICON = Uint8Array.of(0, 0, 1, 0);
