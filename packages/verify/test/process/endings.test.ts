/**
 * Each way in which a response can end, for the fetcher in a separate process. In every case the request ends in a text
 * or a fault, and the process keeps running.
 */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type RequestListener, request } from "node:http";
import { type AddressInfo, connect, createServer as createTcpServer, type Server, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createServer as createTlsServer } from "node:tls";
import { fileURLToPath } from "node:url";
import { brotliCompressSync, gzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { CERTIFICATE_PEM, KEY_PEM } from "../support/loopback-certificate.js";
import { verifierPython } from "../support/verifier-python.js";

const ASK_ALL = fileURLToPath(new URL("../support/ask-all.ts", import.meta.url));
const ASK_ALL_PY = fileURLToPath(new URL("../support/ask_all.py", import.meta.url));
const VERIFY_PY = fileURLToPath(new URL("../../../../docs/verify.py", import.meta.url));

const servers: Server[] = [];
const sockets = new Set<Socket>();
const children = new Set<ChildProcess>();
const folder = mkdtempSync(join(tmpdir(), "peak-endings-"));
afterAll(() => {
  for (const child of children) child.kill("SIGKILL");
  for (const socket of sockets) socket.destroy();
  for (const server of servers) server.close();
  rmSync(folder, { recursive: true });
});

async function listening<T extends Server>(server: T): Promise<number> {
  servers.push(server);
  server.on("connection", (socket: Socket) => {
    sockets.add(socket);
    socket.on("error", () => {}); // the child is supposed to give up
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return (server.address() as AddressInfo).port;
}

/** How the requests of one child ended, in order; the last line shows that it was still alive. */
function endingsOf(addresses: readonly string[], env: Readonly<Record<string, string>> = {}) {
  return endingsIn(process.execPath, ["--conditions=peak-source", "--import", "tsx", ASK_ALL, ...addresses], env);
}

async function endingsIn(program: string, args: readonly string[], env: Readonly<Record<string, string>> = {}) {
  const count = args.filter((each) => /^\w+:\/\//.test(each)).length;
  const child = spawn(program, args, { env: { PATH: process.env["PATH"] ?? "", ...env } });
  children.add(child);
  let out = "";
  let err = "";
  child.stdout.on("data", (chunk) => (out += chunk));
  child.stderr.on("data", (chunk) => (err += chunk));
  const [code] = await once(child, "close");
  children.delete(child);
  const lines = out.trim().split("\n");
  expect([code, lines.at(-1), lines.length], out + err).toEqual([0, '"alive"', count + 1]);
  return lines.slice(0, -1).map((line) => JSON.parse(line) as Ended);
}

interface Ended {
  readonly status?: number;
  readonly text?: string;
  readonly fault?: string;
}

type Send = (socket: Socket) => void;

const OK = "HTTP/1.1 200 OK\r\n";
const BODY = `${OK}Content-Length: 2\r\n\r\n{}`;

/** Sends all parts and leaves the connection open. */
const sends =
  (...parts: readonly (string | Buffer)[]): Send =>
  (socket) =>
    parts.forEach((part) => void socket.write(part));

/** Sends all parts, then closes the connection. */
const sendsAll =
  (...parts: readonly (string | Buffer)[]): Send =>
  (socket) => {
    sends(...parts)(socket);
    socket.end();
  };

/** Sends all parts, then resets the connection. */
const resetAfter =
  (...parts: readonly (string | Buffer)[]): Send =>
  (socket) => {
    sends(...parts)(socket);
    setTimeout(() => socket.resetAndDestroy(), 50);
  };

/** Sends one part again and again while the other side accepts it. */
const withoutEnd =
  (head: string, part: string): Send =>
  (socket) => {
    const flood = part.repeat(Math.ceil(20_000 / part.length));
    const more = () => {
      while (!socket.destroyed && socket.write(flood));
    };
    socket.on("drain", more);
    socket.write(head);
    more();
  };

const compressed = (coding: string, body: Buffer, length = body.length) =>
  Buffer.concat([Buffer.from(`${OK}Content-Encoding: ${coding}\r\nContent-Length: ${length}\r\n\r\n`, "latin1"), body]);

const json = gzipSync('{"a":1}');
const chunked = `${OK}Transfer-Encoding: chunked\r\n`;
const named = (count: number) => Array(count).fill("gzip").join(", ");
/** A body compressed once per named coding. */
const nested = (count: number) => Array.from({ length: count }).reduce<Buffer>((body) => gzipSync(body), json);

/**
 * What the server sends, and the expected result: a text or a kind of fault. A reset may arrive before the data sent
 * earlier.
 */
const ENDINGS: Readonly<Record<string, readonly [Send, string]>> = {
  "a plain body": [sends(BODY), "text"],
  "a body that ends with the connection": [sendsAll(`${OK}\r\n{}`), "text"],
  "an empty body": [sends(`${OK}Content-Length: 0\r\n\r\n`), "text"],
  "a status without a body": [sends("HTTP/1.1 204 No Content\r\n\r\n"), "text"],
  trailers: [sends(`${chunked}Trailer: X\r\n\r\n2\r\n{}\r\n0\r\nX: 1\r\n\r\n`), "text"],
  "unannounced trailers": [sends(`${chunked}\r\n2\r\n{}\r\n0\r\nX: 1\r\n\r\n`), "text"],
  "trailers without end": [withoutEnd(`${chunked}\r\n2\r\n{}\r\n0\r\n`, "X: 1\r\n"), "unreachable"],
  "chunks without end": [withoutEnd(`${chunked}\r\n`, "1\r\nx\r\n"), "malformed"],
  "a chunk extension without end": [withoutEnd(`${chunked}\r\n2;`, "x=1;"), "unreachable"],
  "headers without end": [withoutEnd(OK, "X: 1\r\n"), "unreachable"],
  "interim responses without end": [withoutEnd("", "HTTP/1.1 103 Early Hints\r\n\r\n"), "malformed"],
  "continues without end": [withoutEnd("", "HTTP/1.1 100 Continue\r\n\r\n"), "malformed"],
  "three interim responses": [sends("HTTP/1.1 102 Processing\r\n\r\n".repeat(3), BODY), "text"],
  "an interim response, then a reset": [resetAfter("HTTP/1.1 103 Early Hints\r\n\r\n"), "unreachable"],
  "another protocol": [
    sends("HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: x\r\n\r\n", "x".repeat(100_000)),
    "unreachable",
  ],
  "another protocol, then a reset": [
    resetAfter("HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: x\r\n\r\n"),
    "unreachable",
  ],
  "another protocol that it does not name": [
    sendsAll("HTTP/1.1 101 Switching Protocols\r\n\r\n"),
    "text or unreachable",
  ],
  "no byte": [sends(), "unreachable"],
  "the end of the connection": [sendsAll(), "unreachable"],
  "a reset": [resetAfter(), "unreachable"],
  "a reset within the headers": [resetAfter(`${OK}Content-`), "unreachable"],
  "a reset within the body": [resetAfter(`${OK}Content-Length: 9\r\n\r\n{}`), "unreachable"],
  "a cut body": [sendsAll(`${OK}Content-Length: 9\r\n\r\n{}`), "unreachable"],
  "a cut chunk": [sendsAll(`${chunked}\r\n9\r\n{}`), "unreachable"],
  "a chunked body without its end": [sendsAll(`${chunked}\r\n2\r\n{}\r\n`), "unreachable"],
  "a chunk without a size": [sendsAll(`${chunked}\r\nzz\r\n{}\r\n`), "unreachable"],
  "a body that stops": [sends(`${OK}Content-Length: 9\r\n\r\n{}`), "unreachable"],
  "more than it announced": [sends(BODY, "x".repeat(100_000)), "text"],
  "a second response": [sends(BODY, BODY), "text"],
  "a reset after the response": [resetAfter(BODY), "text or unreachable"],
  "two lengths": [sends(`${OK}Content-Length: 2\r\nContent-Length: 3\r\n\r\n{}`), "unreachable"],
  "a length and chunks": [sends(`${chunked}Content-Length: 2\r\n\r\n2\r\n{}\r\n0\r\n\r\n`), "unreachable"],
  "a negative length": [sends(`${OK}Content-Length: -1\r\n\r\n{}`), "unreachable"],
  "a length of 10^30": [sends(`${OK}Content-Length: 1${"0".repeat(30)}\r\n\r\n{}`), "unreachable"],
  "a body that is too large": [sends(`${OK}Content-Length: 200000\r\n\r\n`, "x".repeat(200_000)), "malformed"],
  "a status of two digits": [sends("HTTP/1.1 20 OK\r\n\r\n"), "unreachable"],
  "a NUL in a header": [sends(`${OK}X: a\0b\r\n\r\n{}`), "unreachable"],
  "no HTTP": [sendsAll("SSH-2.0-OpenSSH_9.2\r\n"), "unreachable"],
  "a TLS alert": [sendsAll(Buffer.from([0x15, 3, 1, 0, 2, 2, 80])), "unreachable"],
  "10,000 bytes of noise": [
    sendsAll(Buffer.from(Array.from({ length: 10_000 }, (_, i) => (i * 7919) % 256))),
    "unreachable",
  ],
  "a body that is not UTF-8": [sends(`${OK}Content-Length: 1\r\n\r\n`, Buffer.from([0xff])), "malformed"],
  "a redirect": [sends("HTTP/1.1 302 Found\r\nLocation: file:///etc/passwd\r\nContent-Length: 0\r\n\r\n"), "text"],
  "a coding without a name": [sends(compressed("", Buffer.from("{}"))), "text"],
  "an unknown coding": [sends(compressed("zip", json)), "malformed"],
  "a coding that was not requested": [sends(compressed("br", brotliCompressSync("{}"))), "malformed"],
  "a reset within an unknown coding": [resetAfter(compressed("zip", json, 900)), "malformed or unreachable"],
  "gzip under its old name": [sends(compressed("X-GZip", json)), "text"],
  "two members of gzip": [sends(compressed("gzip", Buffer.concat([json, json]))), "text"],
  "gzip with an additional half member": [
    sends(compressed("gzip", Buffer.concat([json, json.subarray(0, 9)]))),
    "unreachable",
  ],
  "a gzip body without its last bytes": [sends(compressed("gzip", json.subarray(0, -4))), "unreachable"],
  "a gzip body with another checksum": [
    sends(compressed("gzip", Buffer.concat([json.subarray(0, -8), Buffer.alloc(8)]))),
    "unreachable",
  ],
  "a cut gzip body": [sendsAll(compressed("gzip", json.subarray(0, 12), 900)), "unreachable"],
  "a reset within a gzip body": [resetAfter(compressed("gzip", json.subarray(0, 12), 900)), "unreachable"],
  "a gzip body that stops": [sends(compressed("gzip", json.subarray(0, 12), 900)), "unreachable"],
  "5 MB in 5 kB of gzip": [sends(compressed("gzip", gzipSync(Buffer.alloc(5_000_000)))), "malformed"],
  "5 MB in gzip, then a reset": [
    resetAfter(compressed("gzip", gzipSync(Buffer.alloc(5_000_000)), 90_000)),
    "malformed or unreachable",
  ],
  ...Object.fromEntries(
    Array.from({ length: 12 }, (_, i) => i + 1).flatMap((codings) => [
      [
        `200 kB of noise in ${codings} codings`,
        [resetAfter(compressed(named(codings), Buffer.alloc(200_000, 1))), "malformed or unreachable"],
      ],
      [
        `a genuine body in ${codings} codings`,
        [sends(compressed(named(codings), nested(codings - 1))), codings === 1 ? "text" : "malformed"],
      ],
    ]),
  ),
};

/** A URL for each of `ENDINGS`, in order. */
async function servedEndings(): Promise<readonly string[]> {
  const endings = Object.values(ENDINGS);
  const port = await listening(
    createTcpServer((socket) => {
      socket.once("data", (head) => endings[Number(/^GET \/(\d+) /.exec(String(head))?.[1])]?.[0](socket));
    }),
  );
  return endings.map((_, i) => `http://127.0.0.1:${port}/${i}`);
}

describe("a request over HTTP", () => {
  const python = verifierPython();
  let fetched: ReturnType<typeof endingsOf>;
  let readByPython: ReturnType<typeof endingsOf> | undefined;
  // Both wait for the responses that never end: at the same time.
  beforeAll(async () => {
    fetched = endingsOf(await servedEndings());
    const args = ["-B", ASK_ALL_PY, VERIFY_PY, ...(await servedEndings())];
    readByPython = python === undefined ? undefined : endingsIn(python, args);
    for (const each of [fetched, readByPython]) each?.catch(() => {}); // the test that awaits it fails
  });

  test("ends in a text or a fault and never ends the process, however the response ends", async () => {
    const ended = await fetched;
    const others = Object.entries(ENDINGS).flatMap(([name, [, kinds]], i) => {
      const kind = kindOf(ended[i]);
      return kinds.split(" or ").includes(kind) ? [] : [`${name}: ${kind}`];
    });
    expect(others).toEqual([]);
  });

  test.skipIf(python === undefined)("gives verify.py a text exactly when it gives the fetcher one", async () => {
    const [ended, others] = [await fetched, (await readByPython) ?? []];
    const isRead = (each: Ended | undefined) => each?.status === 200;
    const different = Object.entries(ENDINGS).flatMap(([name, [, kinds]], i) => {
      return kinds.includes(" or ") || isRead(ended[i]) === isRead(others[i]) ? [] : [[name, ended[i], others[i]]];
    });
    expect(different).toEqual([]);
  });

  test("fails with a fault for a closed port, an unknown host, and another scheme", async () => {
    const addresses = ["http://127.0.0.1:1/", "http://peak.invalid/", "ftp://127.0.0.1/"];
    const ended = await endingsOf(addresses);
    expect(ended.map(kindOf)).toEqual(["unreachable", "unreachable", "unreachable"]);
  });
});

function kindOf(ended: Ended | undefined): string {
  return ended?.fault ?? (ended?.text === undefined ? "nothing" : "text");
}

const certificate = join(folder, "certificate.pem");
writeFileSync(certificate, CERTIFICATE_PEM);
const trusting = { NODE_EXTRA_CA_CERTS: certificate };
/** For requests that must fail: those to a server that says nothing fail after this time, milliseconds. */
const SOON = { PEAK_TEST_TIMEOUT_MS: "1000" };
const GIVEN = { key: KEY_PEM, cert: CERTIFICATE_PEM };

describe("a request over TLS", () => {
  const endings = [sends(BODY), sends(compressed("gzip", json)), sendsAll(`${OK}Content-Length: 9\r\n\r\n{}`)];
  const serves = () =>
    listening(
      createTlsServer(GIVEN, (socket) => {
        socket.on("error", () => {});
        socket.once("data", (head) => endings[Number(/^GET \/(\d) /.exec(String(head))?.[1])]?.(socket));
      }),
    );

  test("reads a body from a host whose certificate is trusted, and fails when it is cut", async () => {
    const port = await serves();
    const ended = await endingsOf(
      [0, 1, 2].map((i) => `https://localhost:${port}/${i}`),
      trusting,
    );
    expect(ended).toMatchObject([{ text: "{}" }, { text: '{"a":1}' }, { fault: "unreachable" }]);
  });

  test("fails with the reason when the certificate is not trusted", async () => {
    const [ended] = await endingsOf([`https://localhost:${await serves()}/0`]);
    expect(ended).toMatchObject({
      fault: "unreachable",
      why: "the connection failed (DEPTH_ZERO_SELF_SIGNED_CERT)",
    });
  });

  test.each<[string, (socket: Socket) => void]>([
    ["resets the connection", (socket) => socket.once("data", () => socket.resetAndDestroy())],
    ["speaks HTTP", (socket) => socket.once("data", () => socket.end(BODY))],
    ["says nothing", () => {}],
  ])("fails with a fault when the host %s instead of shaking hands", async (_what, greet) => {
    const port = await listening(createTcpServer(greet));
    expect(await endingsOf([`https://localhost:${port}/0`], SOON)).toMatchObject([{ fault: "unreachable" }]);
  });
});

describe("a request through a proxy from the environment", () => {
  /** A proxy that forwards requests and opens tunnels, and the requests it received. */
  async function proxyOf(tunnel: (socket: Socket, port: number) => void, forward: RequestListener) {
    const asked: string[] = [];
    const proxy = createServer((incoming, response) => {
      asked.push(`${incoming.method} ${incoming.url}`);
      forward(incoming, response);
    });
    proxy.on("connect", (incoming, socket) => {
      asked.push(`${incoming.method} ${incoming.url}`);
      tunnel(socket as Socket, Number(incoming.url?.split(":")[1]));
    });
    const address = `http://127.0.0.1:${await listening(proxy)}`;
    const env = { NODE_USE_ENV_PROXY: "1", HTTP_PROXY: address, HTTPS_PROXY: address, ...trusting };
    return { asked, env };
  }

  const joined = (socket: Socket, port: number) => {
    const far = connect(port, "127.0.0.1", () => socket.write("HTTP/1.1 200 Connection established\r\n\r\n"));
    for (const end of [far, socket]) end.on("error", () => {});
    far.pipe(socket).pipe(far);
  };
  const passOn: RequestListener = ({ url = "" }, response) => {
    request(url, (found) => void found.pipe(response)).end();
  };

  test("reads a body over HTTP and over TLS", async () => {
    const plain = await listening(createServer((_request, response) => void response.end("plain")));
    const tls = await listening(
      createTlsServer(GIVEN, (socket) => void socket.once("data", () => sends(BODY)(socket))),
    );
    const { asked, env } = await proxyOf(joined, passOn);
    const addresses = [`http://127.0.0.1:${plain}/a`, `https://localhost:${tls}/b`];
    expect(await endingsOf(addresses, env)).toMatchObject([{ text: "plain" }, { text: "{}" }]);
    expect(asked.toSorted().reverse()).toEqual([`GET http://127.0.0.1:${plain}/a`, `CONNECT localhost:${tls}`]);
  });

  test.each<[string, Send, RequestListener]>([
    [
      "refuses",
      sendsAll("HTTP/1.1 407 Proxy Authentication Required\r\n\r\n"),
      (_, response) => void response.writeHead(407).end(),
    ],
    ["resets the connection", resetAfter(), ({ socket }) => void socket.resetAndDestroy()],
    ["never responds", sends(), () => {}],
    [
      "sends 200 kB of noise",
      sendsAll(Buffer.alloc(200_000, 1)),
      ({ socket }) => void socket.end(Buffer.alloc(200_000, 1)),
    ],
  ])("ends in a fault or the proxy's status, not the process, if the proxy %s", async (_what, tunnel, forward) => {
    const { env } = await proxyOf(tunnel, forward);
    const [plain, tls] = await endingsOf(["http://127.0.0.1:9/", "https://localhost:9/"], { ...env, ...SOON });
    expect(tls).toMatchObject({ fault: "unreachable" });
    expect(plain?.fault ?? JSON.stringify(plain)).toMatch(/^unreachable$|"status":407/);
  });
});
