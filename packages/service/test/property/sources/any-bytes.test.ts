import { type AddressInfo, createServer, type Socket } from "node:net";
import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { SourceError } from "../../../src/domain/errors.js";
import { silentLog } from "../../../src/platform/log.js";
import { systemClock } from "../../../src/platform/system.js";
import { LIMITS, SourceClient } from "../../../src/sources/get-json.js";

const NEVER = new AbortController().signal;
const TIMEOUT_MS = 100;

/** What a server sends in one connection, piece by piece, and what it does then. */
interface Bytes {
  readonly pieces: readonly string[];
  readonly end: "waits" | "ends" | "resets";
}

/** By the path of a request: what it is answered with. */
const answers = new Map<string, Bytes>();
const sockets = new Set<Socket>();
const server = createServer({ allowHalfOpen: true }, (socket) => {
  sockets.add(socket.on("error", () => {}).on("close", () => sockets.delete(socket)));
  socket.once("data", (request) => {
    const { pieces, end } = answers.get(/^[A-Z]+ (\S+)/.exec(request.toString("latin1"))?.[1] ?? "") ?? NOTHING;
    for (const piece of pieces) socket.write(piece, "latin1");
    if (end === "ends") socket.end();
    if (end === "resets") socket.resetAndDestroy();
  });
});
const NOTHING: Bytes = { pieces: [], end: "waits" };

beforeAll(() => new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve)));
afterAll(() => {
  for (const socket of sockets) socket.destroy();
  server.close();
});

const STATUSES = [100, 101, 102, 103, 199, 200, 204, 206, 301, 304, 401, 418, 429, 500, 999];
const HEADERS = [
  ...["Connection: Upgrade", "Upgrade: websocket", "Connection: close", "Connection: keep-alive", "Trailer: x"],
  ...["Content-Length: 2", "Content-Length: 99", "Content-Length: -1", "Transfer-Encoding: chunked", "X: \u0000"],
  ...["Content-Encoding: gzip", "Content-Encoding: br", "Retry-After: 99999", "Date: soon", "Age: -1", " folded"],
];
const head = fc
  .record({ status: fc.constantFrom(...STATUSES), headers: fc.subarray(HEADERS, { maxLength: 4 }) })
  .map(({ status, headers }) => [`HTTP/1.1 ${status} Odd`, ...headers, "", ""].join("\r\n"));
const piece = fc.oneof(head, fc.constantFrom("{}", "2\r\n{}\r\n0\r\n\r\n", "\r\n\r\n", "HTTP/"), fc.string());
const odd: fc.Arbitrary<Bytes> = fc.record({
  pieces: fc.array(piece, { maxLength: 4 }),
  end: fc.constantFrom("waits", "ends", "resets"),
});
const UPGRADES: readonly Bytes[] = ["HTTP/1.1 101 Switching Protocols", "HTTP/1.1 200 OK"].map((status) => {
  return { pieces: [`${status}\r\nConnection: Upgrade\r\nUpgrade: x\r\n\r\n`], end: "waits" };
});

/** All at once, since many are ended by their time only. */
async function eachSettles(given: readonly Bytes[], ask: (url: URL) => Promise<void>): Promise<void> {
  const { port } = server.address() as AddressInfo;
  const asked = given.map((bytes, index) => {
    answers.set(`/${index}`, bytes);
    return ask(new URL(`http://127.0.0.1:${port}/${index}`));
  });
  await Promise.all(asked);
}

const many = fc.array(odd, { minLength: 60, maxLength: 60 }).map((random) => [...UPGRADES, ...random]);

test("a request to a source ends in its time with a document or a named failure, whatever bytes come back", async () => {
  const limits = { ...LIMITS, liveMs: TIMEOUT_MS };
  const ask = async (url: URL) => {
    const options = { clock: systemClock, log: silentLog, base: url, headers: {}, spacingMs: 0, limits };
    const client = new SourceClient({ name: "kraken", root: "", faultIn: () => undefined }, options);
    const failure = await client.getJson("", {}, NEVER).then(
      () => undefined,
      (error: unknown) => error,
    );
    if (failure !== undefined) expect(failure).toBeInstanceOf(SourceError);
  };
  await fc.assert(
    fc.asyncProperty(many, (given) => eachSettles(given, ask)),
    { numRuns: 4 },
  );
});
