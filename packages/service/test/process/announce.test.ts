/**
 * `peak announce` with a site whose feed changes, and a receiver that may fail; the command may be killed at any step.
 */
import { chmodSync, existsSync, readFileSync, writeFileSync } from "node:fs";
import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { instantOf, utcDay } from "peak-cycle-model";
import { describe, expect, onTestFinished, test } from "vitest";
import type { Announcement } from "../../src/domain/announcement.js";
import { runPeak } from "../support/run-peak.js";
import { run } from "../support/running-site.js";
import { ANNOUNCEMENTS, sampleProof } from "../support/sample-extras.js";
import { eventually, startPeak } from "../support/service-process.js";
import { showHistory } from "../support/show-history.js";
import { tempFolder } from "../support/temp-sqlite.js";

/** Changes on three days: one, two and one. Newest first. */
const NEWS: readonly Announcement[] = [
  { what: "phase", from: "HOT", to: "PEAK", ...onDay("2026-11-24", 81.5) },
  { what: "signal", from: "HOLD", to: "CAUTION", ...onDay("2026-11-23", 66) },
  { what: "phase", from: "BULL", to: "HOT", ...onDay("2026-11-23", 66) },
  { what: "topRisk", isUp: false, ...onDay("2026-11-22", 55.1) },
];

function onDay(day: string, score: number, isBackfilled = false) {
  const at = instantOf(`${day}T06:00:01.500Z`);
  return { day: utcDay(day), at, score, settled: "HOT", signal: "CAUTION", isBackfilled } as const;
}

/** Parts of the three messages, in order. */
const FIRST = "cycle-top warning: down";
const SECOND = "settled phase: Hot Zone";
const THIRD = "settled phase: Peak";

async function listening(answer: RequestListener): Promise<string> {
  const server = createServer(answer);
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** A receiver, and the texts it has received. */
async function receiver(status: (count: number) => number | undefined | Promise<number | undefined> = () => 200) {
  const texts: string[] = [];
  const origin = await listening(async (request, response) => {
    let text = "";
    for await (const chunk of request) text += chunk;
    texts.push(text);
    const answer = await status(texts.length);
    if (answer === undefined) response.destroy();
    else response.writeHead(answer).end("x".repeat(200_000));
  });
  return { texts, address: `${origin}/hook?token=secret` };
}

/** A site, a receiver, and the command after its first run. */
async function followed(address: string) {
  const { url, published } = await run();
  const settings = { DATA_DIR: tempFolder(), BASE_URL: url, ANNOUNCE_URL: address };
  const announce = (more: Readonly<Record<string, string>> = {}, kind = "plain") =>
    runPeak(["announce", "--as", kind], { ...settings, ...more });
  const first = await announce();
  const tell = (announcements: readonly Announcement[] = [...NEWS, ...ANNOUNCEMENTS]) =>
    showHistory(published, { announcements });
  const sign = (day: string) => {
    const { proof, ...rest } = sampleProof();
    const statement = proof.statement.replace("2026-11-21", day);
    showHistory(published, { proof: { ...rest, proof: { ...proof, statement } } });
  };
  return { announce, first, settings, tell, sign, file: join(settings.DATA_DIR, "announced-plain.json") };
}

describe("peak announce", () => {
  test("sends nothing at its first run, which only records the existing entries", async () => {
    const { texts, address } = await receiver();
    const { first } = await followed(address);
    expect([first.code, first.out, texts]).toEqual([0, expect.stringContaining("5 existing entries recorded"), []]);
  });

  test("sends one message for each day with changes, and never again", async () => {
    const { texts, address } = await receiver();
    const { announce, tell } = await followed(address);
    tell();
    const { code, err } = await announce();
    expect([code, err]).toEqual([0, ""]);
    expect((await announce()).out).toBe("nothing new\n");
    expect(texts).toHaveLength(3);
    expect(texts[0]).toMatch(/^Bitcoin cycle-top warning: down\nScore 55\.1, daily row of 2026-11-22, 06:00 UTC\.\n/);
    expect(texts[1]).toMatch(/^Bitcoin settled phase: Hot Zone, was Bull Active\nBitcoin settled signal: Caution, was/);
    expect(texts[1]).toMatch(/\nPeak Cycle Index by Peak, http:\S+\nhttp:\S+\/record#2026-11-23-phase\n$/);
    expect(texts[2]).toContain(THIRD);
  });

  test("sends no entries that were computed afterwards", async () => {
    const { texts, address } = await receiver();
    const { announce, tell } = await followed(address);
    tell([{ what: "phase", from: "HOT", to: "PEAK", ...onDay("2026-11-22", 81.5, true) }, ...ANNOUNCEMENTS]);
    expect((await announce()).out).toBe("nothing new\n");
    expect(texts).toEqual([]);
  });

  test("sends position and hash of the ledger once when the first day of a month is signed", async () => {
    const { texts, address } = await receiver();
    const { announce, sign } = await followed(address);
    sign("2026-12-01");
    await announce();
    sign("2026-11-30"); // from a cache
    await announce();
    sign("2026-12-02");
    await announce();
    const { position, hash } = sampleProof().proof;
    expect(texts).toHaveLength(1);
    expect(texts[0]).toMatch(/^Proof of Bitcoin's score history, 2026-12\n/);
    expect(texts[0]).toContain(`Position ${position}, hash ${hash}\n`);
  });

  test.each([404, 500, 302, 429, undefined])(
    "exits with 1 after the response %s, prints no secret, and the next run sends the rest",
    async (status) => {
      const { texts, address } = await receiver((count) => (count === 2 ? status : 204));
      const { announce, tell } = await followed(address);
      tell();
      const { code, err } = await announce();
      expect([code, err]).toEqual([1, expect.stringMatching(/^peak: the receiver .*: the next run sends the rest\n$/)]);
      expect(err).not.toMatch(/secret|hook|127\.0\.0\.1/);
      expect((await announce()).code).toBe(0);
      expect(texts.map((text) => [FIRST, SECOND, THIRD].find((part) => text.includes(part)))).toEqual([
        ...[FIRST, SECOND, SECOND, THIRD],
      ]);
    },
  );

  test("sends nothing if it cannot record it", async () => {
    const { texts, address } = await receiver();
    const { announce, tell, settings } = await followed(address);
    tell();
    const blocked = join(settings.DATA_DIR, "file");
    writeFileSync(blocked, "");
    expect(await announce({ DATA_DIR: join(blocked, "below") })).toMatchObject({ code: 2 });
    expect(texts).toEqual([]);
  });

  test("refuses a file that it did not write, and does not change it", async () => {
    const { texts, address } = await receiver();
    const { announce, tell, file } = await followed(address);
    for (const body of ["", "{", '{"format":"peak-announced-2"}']) {
      writeFileSync(file, body);
      chmodSync(file, 0o600);
      tell();
      const { code, err } = await announce();
      expect([code, err, readFileSync(file, "utf8")]).toEqual([2, expect.stringContaining(file), body]);
    }
    expect(texts).toEqual([]);
  });

  test("starts from scratch for a site with another address, without sending its whole past", async () => {
    const { texts, address } = await receiver();
    const { announce } = await followed(address);
    const { url, published } = await run({ config: { baseUrl: new URL("https://moved.example/") } });
    showHistory(published, { announcements: [...NEWS, ...ANNOUNCEMENTS] });
    expect((await announce({ BASE_URL: url })).out).toContain("9 existing entries recorded");
    expect(texts).toEqual([]);
  });

  test.each([
    ["is down", undefined],
    [
      "answers 503",
      (_: unknown, response: { writeHead(status: number): { end(): void } }) => response.writeHead(503).end(),
    ],
    ["is behind a sign-in page", (_: unknown, response: { end(text: string): void }) => response.end("<html>Sign in")],
  ] as const)("ends with 1 and changes nothing if the site %s", async (_how, answer) => {
    const { texts, address } = await receiver();
    const { announce, file } = await followed(address);
    const before = readFileSync(file, "utf8");
    const broken = answer === undefined ? "http://127.0.0.1:1" : await listening(answer as RequestListener);
    const { code, err } = await announce({ BASE_URL: broken });
    expect([code, err]).toEqual([1, expect.stringMatching(/cannot be read: .*; nothing was sent, run it again later/)]);
    expect([texts, readFileSync(file, "utf8")]).toEqual([[], before]);
  });

  test.each([
    [{ ANNOUNCE_URL: "" }, "plain", "ANNOUNCE_URL must be set"],
    [{ ANNOUNCE_URL: "secret" }, "plain", "ANNOUNCE_URL must be an http or https address"],
    [{}, "mail", "--as must be one of ntfy, telegram, discord, slack, plain"],
    [{}, "telegram", "ANNOUNCE_URL must be https://api.telegram.org/"],
  ])("exits with 2 for the settings %j as %s", async (more, kind, sentence) => {
    const { announce } = await followed("http://127.0.0.1:1/hook");
    const { code, err } = await announce(more, kind);
    expect([code, err]).toEqual([2, expect.stringContaining(sentence)]);
    expect(err).not.toContain("secret");
  });

  // The receiver's response and the kill race each other. Either way nothing is lost and at most one message is
  // repeated.
  test.each([
    ...[1, 2, 3].map((count) => ({ when: "before the response to message", count })),
    ...[1, 2, 3].map((count) => ({ when: "after the response to message", count })),
  ])("loses nothing and repeats at most one message when it is killed $when $count", async ({ when, count }) => {
    const killed: { kill?: () => Promise<void> } = {};
    const { texts, address } = await receiver(async (got) => {
      if (got !== count || killed.kill === undefined) return 200;
      const { kill } = killed;
      delete killed.kill;
      if (when.startsWith("before")) await kill();
      else setTimeout(kill, 1);
      return 200;
    });
    const { announce, settings, tell, file } = await followed(address);
    tell();
    const child = startPeak(["announce", "--as", "plain"], settings);
    killed.kill = () => child.kill();
    await child.ended;
    expect(killed.kill).toBeUndefined(); // the receiver got that message
    expect(existsSync(file)).toBe(true);
    expect((await announce()).code).toBe(0);
    const order = texts.map((text) => [FIRST, SECOND, THIRD].findIndex((part) => text.includes(part)));
    expect(new Set(order)).toEqual(new Set([0, 1, 2]));
    expect(order).toEqual(order.toSorted());
    expect(order.length).toBeLessThanOrEqual(4);
    expect((await announce()).out).toBe("nothing new\n");
  });

  test("loses nothing when it is killed while it waits for the site", async () => {
    const { texts, address } = await receiver();
    const { announce, settings, tell } = await followed(address);
    tell();
    let isAsked = false;
    const silent = await listening(() => {
      isAsked = true;
    });
    const child = startPeak(["announce", "--as", "plain", "--url", silent], settings);
    await eventually("a request to the site", () => isAsked || undefined);
    await child.kill();
    expect(texts).toEqual([]);
    await announce();
    expect(texts).toHaveLength(3);
  });
});
