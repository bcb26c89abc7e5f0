import type { HttpServer } from "../../src/http/http-server.js";
import { memoryLimit } from "../../src/http/limit/memory-limit.js";
import { createHttpServer } from "../../src/http/servers.js";
import { Published } from "../../src/publish/published.js";
import { get, type RawAnswer } from "../integration/http/raw-answer.js";
import { fakeClock } from "../support/fake-clock.js";
import { sampleDeps } from "../unit/http/sample-deps.js";

/** Where the golden file lies. */
export const ANSWERS_FILE = new URL("specified-answers.json", import.meta.url);

/** One answer as it came over the wire. */
export interface RecordedAnswer {
  readonly asked: string;
  readonly status: number;
  /** All but `Date`, in the order of the wire. */
  readonly headers: readonly string[];
  /** Base64. */
  readonly body: string;
}

export interface RecordedAnswers {
  /** Compressed bytes are the same only where these are. */
  readonly compressors: string;
  readonly answers: readonly RecordedAnswer[];
}

const PATHS = ["/api/public/nhci", "/api/public/nhci/history"] as const;
const ENCODINGS = ["identity", "gzip", "br"] as const;

/** The moments of the sample score at which it is asked for: fresh, about to get stale, stale. */
const MOMENTS = ["2026-11-21T07:06:00Z", "2026-11-21T09:04:30Z", "2026-11-21T09:05:00.251Z"] as const;

/** What the golden file has to hold: the two specified answers in all they can say, of the sample score and rows. */
export async function specifiedAnswers(): Promise<RecordedAnswers> {
  const answers = [...(await emptyAnswers()), ...(await refusedAnswers())];
  for (const moment of MOMENTS) answers.push(...(await wholeAnswers(moment)));
  const { zlib, brotli } = process.versions;
  return { compressors: `zlib ${zlib}, brotli ${brotli}, ${process.arch}`, answers };
}

async function wholeAnswers(moment: string): Promise<RecordedAnswer[]> {
  const all: RecordedAnswer[] = [];
  for (const path of PATHS) {
    for (const encoding of ENCODINGS) {
      await served(moment, true, async (url) => {
        const headers = { "accept-encoding": encoding };
        const whole = await get(url + path, headers);
        const known = { ...headers, "if-none-match": String(whole.headers["etag"]) };
        all.push(recorded(`GET ${path} ${encoding} at ${moment}`, whole));
        all.push(recorded(`HEAD ${path} ${encoding} at ${moment}`, await get(url + path, headers, "HEAD")));
        all.push(recorded(`GET ${path} ${encoding} again at ${moment}`, await get(url + path, known)));
      });
    }
  }
  return all;
}

async function emptyAnswers(): Promise<RecordedAnswer[]> {
  const all: RecordedAnswer[] = [];
  await served(MOMENTS[0], false, async (url) => {
    for (const path of PATHS) all.push(recorded(`GET ${path} before there is anything`, await get(url + path)));
  });
  return all;
}

async function refusedAnswers(): Promise<RecordedAnswer[]> {
  const all: RecordedAnswer[] = [];
  await served(MOMENTS[0], true, async (url) => {
    for (let i = 0; i < 20; i++) await get(url + PATHS[0]);
    for (const path of PATHS) all.push(recorded(`GET ${path} over the limit`, await get(url + path)));
    all.push(recorded(`OPTIONS ${PATHS[0]}`, await get(url + PATHS[0], {}, "OPTIONS")));
    all.push(recorded(`POST ${PATHS[0]}`, await get(url + PATHS[0], {}, "POST")));
  });
  return all;
}

async function served(moment: string, isFull: boolean, visit: (url: string) => Promise<void>): Promise<void> {
  const server = sampleServer(moment, isFull);
  try {
    const { port } = await server.listen();
    await visit(`http://127.0.0.1:${port}`);
  } finally {
    await server.close(0);
  }
}

function sampleServer(moment: string, isFull: boolean): HttpServer {
  const { published, ...deps } = sampleDeps();
  const limit = memoryLimit({ monotonicMs: () => 1000 });
  const shown = isFull ? published : new Published();
  return createHttpServer({ ...deps, clock: fakeClock(moment), limit, published: shown });
}

function recorded(asked: string, { status, raw, bytes }: RawAnswer): RecordedAnswer {
  const lines = raw.flatMap((name, i) => (i % 2 === 0 ? [`${name}: ${raw[i + 1]}`] : []));
  const headers = lines.filter((line) => !line.startsWith("Date: "));
  return { asked, status, headers, body: bytes.toString("base64") };
}

/** One answer a line, so that a change reads well in a diff. */
export function writeAnswers({ compressors, answers }: RecordedAnswers): string {
  const lines = answers.map((each) => `    ${JSON.stringify(each)}`).join(",\n");
  return `{\n  "compressors": "${compressors}",\n  "answers": [\n${lines}\n  ]\n}\n`;
}
