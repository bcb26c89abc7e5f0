import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { verifyCommand } from "../../src/command.js";
import { FORGERIES, FORGERIES_SINCE, honestAnswers, keptProof } from "../support/forgeries.js";
import { hostileServer, html } from "../support/hostile-server.js";
import { closeSites, site } from "../support/sites.js";

/** The command as a reader calls it. */
async function verify(...args: readonly string[]) {
  const [out, err]: [string[], string[]] = [[], []];
  const [print, complain] = [(text: string) => void out.push(text), (text: string) => void err.push(text)];
  const code = await verifyCommand(args, print, complain, new AbortController().signal);
  return { code, out: out.join(""), err: err.join("") };
}

const files = mkdtempSync(join(tmpdir(), "peak-verify-"));
afterAll(() => {
  rmSync(files, { recursive: true });
  closeSites();
});

function folder(): string {
  return mkdtempSync(join(files, "test-"));
}

/** A file with a proof that a reader has kept. */
function keptFile(proof: unknown = keptProof()): string {
  const path = join(folder(), "kept.json");
  writeFileSync(path, JSON.stringify(proof));
  return path;
}

describe("peak-cycle-verify", () => {
  test("finds an honest site sound, below a path too, says what it has checked, and keeps the proof", async () => {
    const path = join(folder(), "proof.json");
    const { code, out, err } = await verify(await site(honestAnswers()), "--save", path);
    expect({ code, err }).toEqual({ code: 0, err: "" });
    expect(out).toBe(
      [
        "ok     46 entries, signed 2026-11-21T06:00:03.120Z",
        "ok     30 rows of the history, 2010-07-30 to 2010-08-28",
        "ok     signing keys: 2, revisions: 1",
        "sound\n",
      ].join("\n"),
    );
    for (const kept of [path, keptFile()]) {
      const later = await verify(await site(honestAnswers()), "--since", kept);
      expect([later.code, later.out]).toEqual([0, expect.stringContaining("extends the kept proof of 2026-11-21")]);
    }
  });

  test("takes a key that the former does not vouch for when the reader says so", async () => {
    const lost = await site(FORGERIES_SINCE["a key that the former does not vouch for"]!());
    const { code, out } = await verify(lost, "--since", keptFile(), "--accept-new-key");
    expect([code, out]).toEqual([0, expect.stringContaining("note   no earlier key vouches for signing key ")]);
  });

  test("tells that the same key has signed two different histories", async () => {
    const address = await site(FORGERIES_SINCE["another history, signed by the same key"]!());
    const { code, out } = await verify(address, "--since", keptFile());
    expect([code, out]).toEqual([1, expect.stringContaining("the same key has signed two different histories")]);
  });

  test("asks once more when a day was being closed between two answers", async () => {
    const torn = { ...honestAnswers(), leaves: honestAnswers().leaves.slice(0, -1) };
    const { code, out } = await verify(await site(torn, honestAnswers()));
    expect([code, out]).toEqual([0, expect.stringContaining("asking once more")]);
  });

  test("reports an answer that is not JSON as a fault like any other", async () => {
    const server = await hostileServer();
    server.answer(html(200));
    const ended = await verify(server.url.href);
    await server.close();
    expect(ended).toMatchObject({
      code: 1,
      out: expect.stringContaining("fault  /api/public/nhci/proof is not JSON\nnot sound"),
      err: "",
    });
  });

  test("called wrongly shows how it is used, and exits 2", async () => {
    const site = "https://peak.example";
    for (const args of [[], ["peak.example"], [`${site}/?a=b`], [site, "--unknown"], [site, site]]) {
      const usage = expect.stringMatching(/^usage: peak-cycle-verify/);
      expect(await verify(...args)).toEqual({ code: 2, out: "", err: usage });
    }
  });

  test.each([
    ["is not there", undefined, "cannot be read"],
    ["is no JSON", "<html>", "is not a saved proof"],
  ])("a kept file that %s is refused with one line", async (_what, body, why) => {
    const path = join(folder(), "kept.json");
    if (body !== undefined) writeFileSync(path, body);
    const ended = await verify(await site(honestAnswers()), "--since", path);
    expect(ended).toEqual({ code: 1, out: "", err: `peak-cycle-verify: ${path} ${why}\n` });
  });
});

describe.concurrent("a site that shows", () => {
  test.each(Object.entries(FORGERIES))("%s is not sound, and replaces no kept proof", async (_what, forge) => {
    const path = keptFile("the proof before");
    const { code, out, err } = await verify(await site(forge(honestAnswers())), "--save", path);
    expect([code, readFileSync(path, "utf8")], out + err).toEqual([1, '"the proof before"']);
  });

  test.each(Object.entries(FORGERIES_SINCE))("%s is not sound for who has kept a proof", async (_what, forge) => {
    const address = await site(forge());
    expect((await verify(address)).code).toBe(0); // nobody can know
    const path = join(folder(), "new.json");
    const { code, out } = await verify(address, "--since", keptFile(), "--save", path);
    expect([code, existsSync(path)], out).toEqual([1, false]);
  });
});
