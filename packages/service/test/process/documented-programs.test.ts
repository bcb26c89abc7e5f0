/** The programs in docs/api.md, run against a site that fails in every possible way. */
import { spawn } from "node:child_process";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { eventually, type ServiceProcess, watched } from "../support/service-process.js";
import { tempFolder } from "../support/temp-sqlite.js";

/** Prepended to a program: an hour of waiting takes a second, and a silent server times out after five seconds. */
const FASTER = `const setTimeout = (done, ms) => globalThis.setTimeout(done, ms / 3600);
const AbortSignal = { timeout: (ms) => globalThis.AbortSignal.timeout(ms / 3) };
`;

type Answer = (response: ServerResponse) => void;

const ok = (body: unknown): Answer => {
  const text = typeof body === "string" ? body : JSON.stringify(body);
  return (response) => void response.writeHead(200, { "content-type": "application/json" }).end(text);
};

/** Every kind of outage, once each. */
const OUTAGES: Readonly<Record<string, Answer>> = {
  "503": (response) => void response.writeHead(503, { "retry-after": "15" }).end('{"ok":false,"detail":"No score."}'),
  "429": (response) => void response.writeHead(429, { "retry-after": "37" }).end('{"ok":false,"detail":"Limit."}'),
  "502 of a proxy": (response) => void response.writeHead(502).end("<h1>Bad gateway</h1>"),
  "cut body": (response) => {
    response.writeHead(200, { "content-length": 5000 }).write('{"ok":true,"btc":{"score":4');
    setTimeout(() => response.destroy(), 20);
  },
  "sign-in page": ok("<html>Sign in to the network</html>"),
  "JSON of others": ok('{"message":"hello"}'),
  null: ok("null"),
  silence: () => {},
  "silence after the head": (response) => void response.writeHead(200).write(" "),
  reset: (response) => void response.destroy(),
};

const SOME_OUTAGES = Object.values(OUTAGES).slice(2, 5);

/** A site that sends the next of these responses to each request, and repeats the last one. */
async function siteWith(answers: readonly Answer[]) {
  const left = [...answers];
  const server = createServer((_request, response) => {
    response.on("error", () => {});
    (left.length > 1 ? left.shift() : left[0])?.(response);
  });
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const turnTo = (...next: readonly Answer[]) => void left.splice(0, left.length, ...next);
  return { origin, turnTo };
}

/** A program of the page, by the file name in its first line. */
function program(name: string, origin: string) {
  const page = readFileSync(new URL("../../../../docs/api.md", import.meta.url), "utf8");
  const [, text = ""] = page.match(new RegExp(`\`\`\`js\n(// ${name}.*?)\`\`\``, "s")) ?? [];
  const folder = tempFolder();
  writeFileSync(join(folder, name), FASTER + text.replace("{base}", origin));
  const start = (): ServiceProcess => {
    const child = watched(spawn(process.execPath, [name], { cwd: folder, stdio: ["ignore", "pipe", "pipe"] }));
    onTestFinished(() => child.kill());
    return child;
  };
  const memory = join(folder, "peak-alert.json");
  const hasRun = () => existsSync(memory) || undefined;
  const remembers = (id: string) => readFileSync(memory, "utf8").includes(`"${id}"`) || undefined;
  return { start, hasRun, remembers };
}

/** For a machine under a load of ten. */
const ROOM = 240_000;

const score = (value: number) => ok({ ok: true, btc: { score: value, phase: "Bull Active", stale: false } });

test(
  "the poller of api.md survives every kind of outage and shows each score in between",
  async () => {
    const kinds = Object.values(OUTAGES);
    const { origin } = await siteWith([...kinds.flatMap((outage, i) => [score(i), outage]), score(99)]);
    const poller = program("peak-poll.mjs", origin).start();
    await eventually("the last score", () => poller.out.includes("99 Bull Active ") || undefined, 100_000);
    expect(poller.err.filter((line) => !line.startsWith("no score: "))).toEqual([]);
    expect(poller.err).toEqual(expect.arrayContaining(["no score: No score.", "no score: Limit."]));
    expect(poller.err.length).toBeGreaterThanOrEqual(kinds.length);
    for (const [i] of kinds.entries()) expect(poller.out).toContain(`${i} Bull Active `);
  },
  ROOM,
);

const item = (name: string, isBackfilled = false) => {
  return { id: name, title: name, url: `#${name}`, _peak: { is_backfilled: isBackfilled } };
};
const feed = (...names: readonly string[]) => ok({ items: names.map((name) => item(name)).reverse() });

test(
  "the alert of api.md reports each change once, through every kind of outage and across a kill",
  async () => {
    const { origin, turnTo } = await siteWith([feed("old")]);
    const { start, hasRun, remembers } = program("peak-alert.mjs", origin);
    const first = start();
    await eventually("the first run", hasRun);
    turnTo(
      feed("old"),
      ...Object.values(OUTAGES),
      feed("old", "one", "two"),
      ...SOME_OUTAGES,
      feed("old", "one", "two", "three"),
    );
    await eventually("the third change", () => first.out.includes("three #three") || undefined, 100_000);
    expect(first.out).toEqual(["one #one", "two #two", "three #three"]);
    expect(first.err.filter((line) => !line.startsWith("no feed: "))).toEqual([]);
    await eventually("it to be recorded", () => remembers("three"));
    await first.kill();
    turnTo(OUTAGES["503"]!, feed("old", "one", "two", "three", "four"));
    const second = start();
    await eventually("the change in the meantime", () => second.out.includes("four #four") || undefined, 100_000);
    expect(second.out).toEqual(["four #four"]);
  },
  ROOM,
);

test(
  "the alert of api.md does not report changes that were computed afterwards",
  async () => {
    const { origin, turnTo } = await siteWith([feed("old")]);
    const { start, hasRun } = program("peak-alert.mjs", origin);
    const alert = start();
    await eventually("the first run", hasRun);
    turnTo(feed("old"), ok({ items: [item("past", true), item("old")] }), feed("old", "new"));
    await eventually("the change", () => alert.out.includes("new #new") || undefined, 100_000);
    expect(alert.out).toEqual(["new #new"]);
  },
  ROOM,
);
