/**
 * The two programs as a reader calls them: over HTTP, with files, exit codes and what they print. Which sites they
 * accept is tested for both verifiers together.
 */
import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { closeSync, mkdtempSync, openSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import type { RequestListener } from "node:http";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import { afterAll, describe, expect, test } from "vitest";
import { verifyCommand } from "../../src/command.js";
import { DAMAGED, FORGERIES, FORGERIES_SINCE, honestAnswers, keptProof, OLDER } from "../support/forgeries.js";
import { hostileServer, html, json } from "../support/hostile-server.js";
import { type Answers, closeSites, PATHS, SITE, site, textsOf } from "../support/sites.js";
import { verifierPython } from "../support/verifier-python.js";

interface Ended {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

type Program = (...args: readonly string[]) => Promise<Ended>;

const peakCycleVerify: Program = async (...args) => {
  const [out, err]: [string[], string[]] = [[], []];
  const [print, complain] = [(text: string) => void out.push(text), (text: string) => void err.push(text)];
  const code = await verifyCommand(args, print, complain, new AbortController().signal);
  return { code, out: out.join(""), err: err.join("") };
};

const python = verifierPython();
const VERIFY_PY = fileURLToPath(new URL("../../../../docs/verify.py", import.meta.url));

const verifyPy: Program = async (...args) => {
  const child = spawn(python ?? "", ["-B", VERIFY_PY, ...args]);
  let [out, err] = ["", ""];
  child.stdout.on("data", (chunk) => (out += chunk));
  child.stderr.on("data", (chunk) => (err += chunk));
  const [code] = await once(child, "close");
  return { code, out, err };
};

const PROGRAMS: [string, Program][] = [["peak-cycle-verify", peakCycleVerify]];
if (python !== undefined) PROGRAMS.push(["verify.py", verifyPy]);

const files = mkdtempSync(join(tmpdir(), "peak-verify-"));
afterAll(() => {
  rmSync(files, { recursive: true });
  closeSites();
});

const newPath = () => join(mkdtempSync(join(files, "test-")), "kept.json");

function fileOf(body: string | Buffer): string {
  const path = newPath();
  writeFileSync(path, body);
  return path;
}

const keptFile = () => fileOf(JSON.stringify(keptProof()));

/** Sends a different response for one document than the honest site. */
async function siteBut(path: keyof typeof PATHS, listener: RequestListener): Promise<string> {
  const server = await hostileServer();
  const texts = textsOf(honestAnswers());
  server.answer((request, response) => {
    if (request.url === PATHS[path]) return listener(request, response);
    response.end(texts[request.url ?? ""]?.replaceAll(SITE, server.url.origin));
  });
  closing.push(server.close);
  return server.url.href;
}

const closing: (() => Promise<void>)[] = [];
afterAll(() => Promise.all(closing.map((close) => close())));

const leaves = () => textsOf(honestAnswers())[PATHS.leaves] ?? "";

const UNAVAILABLE: Readonly<Record<string, RequestListener>> = {
  "429": json({ ok: false }, 429, { "retry-after": "60" }),
  "502 with a page": html(502),
  "503": json({ ok: false }, 503),
  "404": json({ ok: false }, 404),
  "206": json([], 206),
  "a page with 200": html(200),
  "a redirect to a file": (_, response) => void response.writeHead(302, { location: "file:///etc/passwd" }).end(),
  "a redirect to another host": (_, response) => void response.writeHead(301, { location: SITE }).end(),
  "a reset": (request) => void request.socket.resetAndDestroy(),
  "a cut body": (_, response) => {
    response.writeHead(200, { "content-length": "90000" }).write(leaves().slice(0, 650));
    setTimeout(() => response.destroy(), 50);
  },
  "half a body with its full length": (_, response) => void response.end(leaves().slice(0, 650 + 7)),
  "an empty body": (_, response) => void response.end(),
  "a body that is not UTF-8": (_, response) => void response.end(Buffer.from([0xff, 0xfe])),
  "five megabytes": (_, response) => void response.end(" ".repeat(5_000_000)),
  "five megabytes, compressed": (_, response) => {
    response.writeHead(200, { "content-encoding": "gzip" }).end(gzipSync(" ".repeat(5_000_000)));
  },
  "a coding that nobody requested": (_, response) => {
    response.writeHead(200, { "content-encoding": "br" }).end(leaves());
  },
  "two headers that each name a coding": (_, response) => {
    response.writeHead(200, ["content-encoding", "gzip", "content-encoding", "gzip"]).end(gzipSync(leaves()));
  },
  "five megabytes of empty members": (_, response) => {
    const empty = Buffer.concat(Array(250_000).fill(gzipSync("")));
    response.writeHead(200, { "content-encoding": "gzip" }).end(Buffer.concat([gzipSync(leaves()), empty]));
  },
  "interim responses without end": (_, response) => {
    for (let i = 0; i < 1000; i += 1) response.writeProcessing();
    response.end(leaves());
  },
  "six codings": (_, response) => {
    response.writeHead(200, { "content-encoding": Array(6).fill("gzip").join(", ") }).end(Buffer.alloc(200_000));
  },
};

describe.each(PROGRAMS)("%s", (_name, verify) => {
  test("finds an honest site sound, also below a path, and saves a proof that both programs can read", async () => {
    const path = newPath();
    const first = await verify(await site(honestAnswers()), "--save", path);
    expect([first.code, first.err], first.out).toEqual([0, ""]);
    expect(first.out).toMatch(/^ok {5}46 entries.*\n(.*\n)*sound\n$/);
    for (const kept of [path, keptFile()]) {
      for (const [, program] of PROGRAMS) {
        // The saved proof has the URLs of its site, which are not part of what was signed.
        const later = await program(await site(honestAnswers()), "--since", kept);
        expect([later.code, later.out], later.err).toEqual([
          0,
          expect.stringContaining("extends the saved proof of 2026-11-21"),
        ]);
      }
    }
  });

  test("reads a body that is compressed or has a byte order mark", async () => {
    const compressed = gzipSync(leaves());
    const gzip = await siteBut("leaves", (_, response) => {
      response.writeHead(200, { "content-encoding": "gzip" }).end(compressed);
    });
    expect((await verify(gzip)).code).toBe(0);
    const padded = await siteBut("leaves", (_, response) => {
      response.writeHead(200, { "content-encoding": "gzip" }).end(Buffer.concat([compressed, Buffer.from("\0\0more")]));
    });
    expect((await verify(padded)).code).toBe(0);
    const marked = await siteBut("history", (_, response) => {
      response.end(`\ufeff${textsOf(honestAnswers())[PATHS.history]}`);
    });
    expect((await verify(marked)).code).toBe(0);
  });

  test("reads a body after interim responses", async () => {
    const hinting = await siteBut("leaves", (_, response) => {
      response.writeProcessing();
      response.writeEarlyHints({ link: "</style.css>; rel=preload; as=style" }, () => response.end(leaves()));
    });
    expect((await verify(hinting)).code).toBe(0);
  });

  test("gives up at the timeout on a site that sends a byte now and then", async () => {
    const drips = await siteBut("leaves", (_, response) => {
      const timer = setInterval(() => response.write("0"), 50);
      response.on("close", () => clearInterval(timer));
    });
    const { code, out } = await verify(drips, "--timeout", "2");
    expect([code, out]).toEqual([3, expect.stringMatching(/no verdict within.*\ncould not be checked: try again\n$/)]);
  });

  test("prints the fault before its second attempt, which may fail", async () => {
    let asked = 0;
    const honest = textsOf(honestAnswers())[PATHS.history] ?? "";
    const evasive = await siteBut("history", (request, response) => {
      asked += 1;
      if (asked > 1) return json({ ok: false }, 429)(request, response);
      response.end(honest.replace(/"score":[\d.]+/, '"score":7'));
    });
    const { code, out } = await verify(evasive);
    expect([code, out]).toEqual([3, expect.stringMatching(/^note {3}a row of the history differs .*\nnote {3}trying/)]);
  });

  test("tries again when a day was closed between two responses", async () => {
    const torn = { ...honestAnswers(), leaves: honestAnswers().leaves.slice(0, -1) };
    const { code, out } = await verify(await site(torn, honestAnswers()));
    expect([code, out]).toEqual([0, expect.stringContaining("trying once more")]);
  });

  test("prints its usage and exits with 2 for wrong arguments", async () => {
    const address = "https://peak.example";
    const wrong = [
      [],
      ["peak.example"],
      [`${address}/?a=b`],
      ["file:///etc"],
      [address, "--unknown"],
      [address, address],
      [address, "--timeout", "0"],
      [address, "--timeout", "3601"],
    ];
    for (const args of wrong) {
      const ended = await verify(...args);
      expect([ended.code, ended.out, ended.err]).toEqual([2, "", expect.stringMatching(/^usage: /)]);
    }
  });

  test("rejects a saved file that is missing or damaged with one line and exits with 2", async () => {
    const damaged = fileOf(DAMAGED["with another signature"]?.(JSON.stringify(keptProof())) ?? "");
    const latin1 = fileOf(Buffer.from(JSON.stringify({ ...keptProof(), more: "\u00e9" }), "latin1"));
    for (const [path, why] of [
      [newPath(), "cannot be read"],
      [damaged, "is not a saved proof"],
      [latin1, "is not a saved proof"],
    ] as const) {
      const { code, out, err } = await verify(await site(honestAnswers()), "--since", path);
      expect([code, out]).toEqual([2, ""]);
      expect(err).toMatch(new RegExp(`^\\S+: ${path} ${why}.*\\n$`));
    }
  });

  test("exits with 2 when the proof cannot be saved, and leaves nothing behind", async () => {
    const path = newPath();
    const folder = dirname(path);
    const { code, err } = await verify(await site(honestAnswers()), "--save", folder);
    expect([code, err]).toEqual([2, expect.stringContaining(`${folder} cannot be written`)]);
    expect(readdirSync(dirname(folder)).filter((name) => name.includes(".part"))).toEqual([]);
  });

  test("finds a forged site not sound and does not replace a saved proof", async () => {
    const path = fileOf("the proof before");
    const forged: Answers = FORGERIES["another price"]!(honestAnswers());
    const { code, out } = await verify(await site(forged), "--save", path);
    expect([code, out.split("\n").at(-2), readFileSync(path, "utf8")]).toEqual([1, "not sound", "the proof before"]);
    const other = FORGERIES_SINCE["another history, signed by the same key"]!();
    const since = await verify(await site(other), "--since", keptFile(), "--save", path);
    expect([since.code, readFileSync(path, "utf8")]).toEqual([1, "the proof before"]);
  });

  test("reports that an older copy is older, exits with 3, and does not replace a saved proof", async () => {
    const path = keptFile();
    const older = OLDER["a copy from a day ago"]!();
    const { code, out } = await verify(await site(older), "--since", path, "--save", path);
    expect([code, readFileSync(path, "utf8")]).toEqual([3, JSON.stringify(keptProof())]);
    expect(out).toMatch(/^why {4}the site is older than the saved proof.*\ncould not be checked: try again\n$/);
  });

  test("prints no escape sequences", async () => {
    const forged = FORGERIES["a time of signing with an escape sequence"]!(honestAnswers());
    const { code, out, err } = await verify(await site(forged));
    expect(code).toBe(1);
    expect(out + err).toMatch(/^[\x20-\x7e\n]*$/);
  });

  test("cannot check a site that is down", async () => {
    const { code, out } = await verify("http://127.0.0.1:1");
    expect([code, out]).toEqual([3, expect.stringContaining("could not be checked: try again\n")]);
  });

  test.each(Object.entries(UNAVAILABLE))("cannot check a site that responds with %s", async (_what, listener) => {
    const { code, out, err } = await verify(await siteBut("leaves", listener));
    expect([code, err], out).toEqual([3, ""]);
    expect(out).toMatch(/^why {4}\S*\/api\/public\/nhci\/proof\/leaves.*\ncould not be checked: try again\n$/);
  });
});

const MAIN = fileURLToPath(new URL("../../src/main.ts", import.meta.url));
const COMMANDS: [string, string, string[]][] = [
  ["peak-cycle-verify", process.execPath, ["--conditions=peak-source", "--import", "tsx", MAIN]],
];
if (python !== undefined) COMMANDS.push(["verify.py", python, ["-B", VERIFY_PY]]);

test.each(COMMANDS)("%s exits with the verdict when its findings cannot be written", (_name, program, args) => {
  const full = openSync("/dev/full", "w");
  const { status } = spawnSync(program, [...args, "http://127.0.0.1:1"], { stdio: ["ignore", full, "inherit"] });
  closeSync(full);
  expect(status).toBe(3);
});

test("peak-cycle-verify reports a key that no earlier one vouches for", async () => {
  const lost = await site(FORGERIES_SINCE["a key that the former one does not vouch for"]!());
  const { code, out } = await peakCycleVerify(lost, "--since", keptFile(), "--accept-new-key");
  expect([code, out]).toEqual([0, expect.stringContaining("note   no earlier key vouches for signing key ")]);
});
