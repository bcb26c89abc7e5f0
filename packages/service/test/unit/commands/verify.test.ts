import { readFileSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { type HostileServer, hostileServer, html, json } from "../../../../chain/test/support/hostile-server.js";
import { openSqlite } from "../../../src/storage/open-sqlite.js";
import { openStores } from "../../../src/storage/stores.js";
import { living } from "../../property/chain/histories.js";
import { type Answers, answersOf, LEAVES, PROOF } from "../../property/chain/public-answers.js";
import { standalone } from "../../property/chain/verifiers.js";
import { freePort } from "../../support/free-port.js";
import { tempFolder } from "../../support/temp-sqlite.js";
import { runPeak } from "./run-peak.js";

interface Installation {
  readonly folder: string;
  readonly answers: Answers;
}

/** 35 days, all signed; the newest row is that of 2010-08-22. */
async function installation(): Promise<Installation> {
  const folder = tempFolder();
  const stores = openStores(await openSqlite(folder));
  await living(stores).take({ what: "close", days: 35, isSigned: true });
  const answers = await answersOf(stores);
  await stores.close();
  return { folder, answers };
}

/** A site with given bodies, also below the path /peak; the second look may get others. @returns its address */
async function site(first: Answers, later: Answers = first): Promise<string> {
  let looks = 0;
  const server = createServer((request, response) => {
    const url = request.url?.replace(/^\/peak/, "") ?? "";
    if (url === PROOF) looks += 1;
    const body = (looks < 2 ? first : later)[url];
    const type = url === LEAVES ? "text/plain" : "application/json";
    response.writeHead(body === undefined ? 404 : 200, { "content-type": type }).end(body);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void server.close());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

async function hostile(): Promise<HostileServer> {
  const server = await hostileServer();
  onTestFinished(() => server.close());
  return server;
}

/** The moment of the signature is the only thing that is not said here. */
const SOUND = `ok     35 closed days up to 2010-08-21, 35 links
ok     33 history rows up to 2010-08-22
ok     0 revisions
ok     1 signing key
ok     1 statement, the newest signed at 2026-11-20T…
sound
`;

describe("peak verify on a database", () => {
  test("says what it has checked and exits 0: of a folder, a file, and the configured database", async () => {
    const { folder } = await installation();
    for (const ended of [
      await runPeak(["verify", `sqlite:${folder}`]),
      await runPeak(["verify", `sqlite:${join(folder, "peak.db")}`]),
      await runPeak(["verify"], { DATA_DIR: folder }),
    ]) {
      const out = ended.out.replace(/T06:.*Z/, "T…");
      expect({ ...ended, out }).toEqual({ code: 0, out: SOUND, err: "" });
    }
  });

  test("keeps a proof that a later look must extend, and knows kept rows of any date", async () => {
    const { folder } = await installation();
    const [saved, rows] = [join(folder, "saved.json"), join(folder, "rows.json")];
    expect((await runPeak(["verify", `sqlite:${folder}`, "--save", saved])).code).toBe(0);
    writeFileSync(rows, JSON.stringify([rowOf(20), rowOf(3)]));
    const later = await runPeak(["verify", `sqlite:${folder}`, "--since", saved, "--row", rows]);
    expect([later.code, later.err]).toEqual([0, ""]);
    expect(later.out).toContain("ok     extends the saved proof, whose head closed 2010-08-21\n");
    expect(later.out).toContain("ok     2 given rows as the chain says\n");
  });

  test("exits 1 with a line for a row that is another than the chain says, and keeps nothing", async () => {
    const { folder } = await installation();
    const [saved, row] = [join(folder, "saved.json"), join(folder, "row.json")];
    writeFileSync(row, JSON.stringify({ ...rowOf(20), score: 99.9 }));
    const { code, out } = await runPeak(["verify", `sqlite:${folder}`, "--row", row, "--save", saved]);
    expect(code).toBe(1);
    expect(out).toContain("fault  the row of 2010-08-07: score is 99.9, the chain says 20.3\n");
    expect(out).toMatch(/^not sound: 1 fault\n$/m);
    expect(() => readFileSync(saved)).toThrow(/ENOENT/);
  });

  test("compares the configured one with what is remembered beside its key, and no other", async () => {
    const { folder } = await installation();
    const stores = openStores(await openSqlite(folder, "read"));
    const { text = "", signature, keyId } = (await stores.chain.newestStatement()) ?? {};
    await stores.close();
    const statement = text.replace(/"position":\d+/, '"position":99');
    writeFileSync(join(folder, "signing-key.pem.signed"), JSON.stringify({ statement, signature, key_id: keyId }));
    const { code, out } = await runPeak(["verify"], { DATA_DIR: folder });
    expect(code).toBe(1);
    expect(out).toMatch(
      /^fault {2}link 99 was signed at .*signing-key\.pem\.signed remembers: it speaks of link 99, which/m,
    );
    expect((await runPeak(["verify", `sqlite:${folder}`])).code).toBe(0);
  });

  test("exits 1 when nothing is there to be checked", async () => {
    const folder = tempFolder();
    await (await openSqlite(folder)).close();
    const { code, out } = await runPeak(["verify", `sqlite:${folder}`]);
    expect(code).toBe(1);
    expect(out).toContain("fault  no day is closed yet: there is no chain\n");
    expect(out).toContain("fault  nothing is signed: start the service once\n");
  });
});

describe("peak verify, called wrongly", () => {
  test.each([
    "ftp://peak.example",
    "./data",
    "https://peak:s3cret@peak.example",
    "https://peak.example/?a=s3cret",
    "sqlite:",
  ])("%j is no target: 2 and one line that does not repeat it", async (target) => {
    const { code, out, err } = await runPeak(["verify", target]);
    expect([code, out]).toEqual([2, ""]);
    expect(err).toMatch(/^peak: the target must .*\n$/);
    expect(err).not.toContain("s3cret");
  });

  test("a folder without a database exits 2", async () => {
    const { code, err } = await runPeak(["verify", `sqlite:${tempFolder()}/none`]);
    expect(code).toBe(2);
    expect(err).toMatch(/^peak: there is no database at .*peak\.db yet: `peak serve` makes it\n$/);
  });

  test.each([
    ["is not there", undefined, "cannot be read"],
    ["is no JSON", "<html>", "is not what Peak answers, or a part of it"],
    ["is something else", '{"ok":true}', "is not what Peak answers, or a part of it"],
  ])("a kept file that %s is refused with one line", async (_what, body, reason) => {
    const { folder } = await installation();
    const path = join(folder, "kept.json");
    if (body !== undefined) writeFileSync(path, body);
    for (const option of ["--since", "--row"]) {
      const ended = await runPeak(["verify", `sqlite:${folder}`, option, path]);
      expect(ended).toEqual({ code: 1, out: "", err: `peak: ${path} ${reason}\n` });
    }
  });
});

describe("peak verify on a site", () => {
  test("checks its public answers, and the other verifier does over HTTP", { timeout: 60_000 }, async () => {
    const { folder, answers } = await installation();
    const address = `${await site(answers)}/peak`; // below a path, too
    const [saved, own] = [join(folder, "saved.json"), join(folder, "own.json")];
    const { code, out, err } = await runPeak(["verify", address, "--save", saved]);
    expect([code, err]).toEqual([0, ""]);
    expect(out).toContain("ok     35 links, the last closed 2010-08-21\n");
    expect(out).toContain("ok     30 rows of the history up to 2010-08-22\n");
    expect(out).toContain("note   the newest row is of 2010-08-22: that of the day after is more than 2 h late\n");
    expect(out).toContain("note   not seen from here: the inputs of all days, rows older than 30 days");
    expect((await runPeak(["verify", address, "--since", saved])).code).toBe(0);
    const ends = await standalone([{ args: [address, "--save", own] }, { args: [address, "--since", saved] }]);
    expect(ends.map((end) => end.code)).toEqual([0, 0]);
    const answered = JSON.parse(answers[PROOF] ?? "") as object;
    for (const path of [saved, own]) expect(answered).toMatchObject(JSON.parse(readFileSync(path, "utf8")) as object);
  });

  test.each([
    ["drips its headers", "HTTP/1.1 200 OK\r\nX: ", "no whole answer in 1 s"],
    ["writes into the terminal", "HTTP/1.1 404 \u001b[2J\rSOUND\r\n\r\n", "HTTP Error 404: \\x1b[2J"],
    ["leads elsewhere", "HTTP/1.1 302 Found\r\nLocation: ELSEWHERE\r\n\r\n", "HTTP Error 302"],
  ])("that %s is not sound for the other verifier, in its time", async (_what, head, fault) => {
    const [server, elsewhere] = [await hostile(), await hostile()];
    server.answer(({ socket }) => {
      socket.write(head.replace("ELSEWHERE", elsewhere.url.href), "latin1");
      if (!head.endsWith("X: ")) return void socket.end();
      const drip = setInterval(() => socket.write("x"), 50);
      socket.on("close", () => clearInterval(drip)).on("error", () => {});
    });
    const [ended] = await standalone([{ args: [server.url.href], maxSeconds: 1 }]);
    expect(ended).toEqual({ code: 1, out: expect.stringContaining(fault) });
    expect(ended?.out).not.toMatch(/^SOUND|[^\n -~]/m);
    expect(elsewhere.seen).toEqual([]);
  });

  test("asks once more when a day was being closed between two answers", async () => {
    const { answers } = await installation();
    const torn = { ...answers, [LEAVES]: `${answers[LEAVES]}${"0".repeat(64)}\n` };
    const { code, out } = await runPeak(["verify", await site(torn, answers)]);
    expect(code).toBe(0);
    expect(out).toContain("note   asked twice, to see whether it was between two days\n");
    expect((await runPeak(["verify", await site(torn)])).code).toBe(1);
  });

  test.each([
    ["is no JSON", html(200), "is malformed: no JSON document"],
    ["has another shape", json({ ok: true }), "is malformed: another shape than documented at head"],
    ["is an error", json({ ok: false }, 503), "is unreachable: status 503"],
    [
      "leads elsewhere",
      json({}, 302, { location: "http://127.0.0.1:1/" }),
      "is refused: status 302, and redirects are not followed",
    ],
    ["asks to wait", json({}, 429, { "retry-after": "30" }), "is throttled: status 429"],
    ["is huge", json("a".repeat(2_100_000)), "is malformed: the body is larger than 2000000 bytes"],
    ["is no text", (_, response) => response.end(Buffer.from([0xff])), "is malformed: the body is no text in UTF-8"],
  ])("whose answer %s gives one line and 1", async (_what, answer, reason) => {
    const server = await hostile();
    server.answer(answer);
    const { code, out, err } = await runPeak(["verify", server.url.href]);
    expect({ code, out, err }).toEqual({ code: 1, out: "", err: `peak: ${server.url.host}${PROOF} ${reason}\n` });
  });

  test("that is not there gives one line and 1", async () => {
    const port = await freePort();
    const { code, err } = await runPeak(["verify", `http://127.0.0.1:${port}`]);
    expect([code, err]).toEqual([
      1,
      `peak: 127.0.0.1:${port}${PROOF} is unreachable: the connection failed (ECONNREFUSED)\n`,
    ]);
  });
});

/** What the history shows of a day of the samples. */
function rowOf(count: number): Record<string, unknown> {
  const date = new Date(Date.UTC(2010, 6, 18 + count)).toISOString().slice(0, 10);
  const score = count + 0.3;
  const price = Math.round(100 * (0.1 + count / 3)) / 100;
  return { date, score, score_smoothed: count + 0.1, phase: "Hot Zone", phase_key: "HOT", btc_price_usd: price };
}
