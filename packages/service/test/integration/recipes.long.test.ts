import { spawnSync } from "node:child_process";
import { cpSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { basename, join } from "node:path";
import { fileURLToPath } from "node:url";
import * as PQP from "@microsoft/powerquery-parser";
import { parse as parseCsv } from "csv-parse/sync";
import { describe, expect, onTestFinished, test } from "vitest";
import { parse as parseYaml, type ScalarTag } from "yaml";
import { findPromtool, findPython } from "../support/find-programs.js";
import { eventually, startProgram } from "../support/service-process.js";
import { tempFolder } from "../support/temp-sqlite.js";
import { run } from "./http/running.js";

const FOLDER = fileURLToPath(new URL("../../../../docs/recipes/", import.meta.url));
const CLIENT = fileURLToPath(new URL("../../../client/dist/", import.meta.url));
const PAGES = readdirSync(FOLDER).filter((name) => name !== "README.md");
const SITE = "https://peak.example";

const pageOf = (name: string) => readFileSync(join(FOLDER, `${name}.md`), "utf8");

/** The blocks of code of a page in a language, with the address of the site changed to another. */
function blocksOf(name: string, language: string, address: string): readonly string[] {
  const blocks = pageOf(name).matchAll(new RegExp(`^\`\`\`${language}\\n([\\s\\S]*?)^\`\`\``, "gm"));
  return [...blocks].map(([, code = ""]) => code.replaceAll(SITE, address));
}

/** The first of them. */
function codeOf(name: string, language: string, address: string): string {
  const [code] = blocksOf(name, language, address);
  if (code === undefined) throw new Error(`${name} has no ${language}`);
  return code;
}

/** A running service, and the addresses of its scenes. */
async function sandbox() {
  const { url } = await run();
  const scene = (name: string) => `${url}/sandbox/${name}`;
  const answerOf = async (address: string) => (await fetch(address)).json();
  return { url, scene, answerOf };
}

test("each page is in the index, says how to test it, for what it was written, and what is not run", () => {
  const index = readFileSync(join(FOLDER, "README.md"), "utf8");
  expect(PAGES.length).toBeGreaterThan(14);
  for (const name of PAGES) {
    expect(index).toContain(`](${name})`);
    const page = readFileSync(join(FOLDER, name), "utf8");
    for (const part of ["**Test it**: ", "Written for ", "Our tests "]) expect(page, name).toContain(part);
  }
});

test("the service answers every address on a page, as it is there and in the sandbox", async () => {
  const { url } = await run();
  const addresses = PAGES.flatMap((name) => [
    ...pageOf(basename(name, ".md")).matchAll(/https:\/\/peak\.example(\/[\w./?=&-]*\w)/g),
  ]).map(([, path = ""]) => path);
  expect(addresses.length).toBeGreaterThan(25);
  const others = { waiting: 503, limited: 429 };
  for (const path of new Set(addresses)) {
    const { status } = await fetch(url + path.replace(/^(\/sandbox\/[\w-]+)$/, "$1/api/public/nhci"));
    const other = Object.entries(others).find(([part]) => path.includes(part))?.[1];
    expect([path, status]).toEqual([path, other ?? 200]);
  }
});

describe("a file for Python with pandas", () => {
  const python = findPython("pandas");

  test.skipIf(python === undefined)(
    "prints the days and the service's own change, and tells a stale score",
    async () => {
      const { scene, answerOf } = await sandbox();
      const file = join(tempFolder(), "peak.py");
      writeFileSync(file, codeOf("python", "python", scene("stale")));
      const program = startProgram(python ?? "", [file], {});
      expect(await program.ended, program.err.join("\n")).toMatchObject({ code: 0 });
      expect(program.out).toHaveLength(12);
      const { btc } = await answerOf(`${scene("stale")}/api/public/nhci/meta`);
      expect(program.out.slice(-3)).toEqual([
        expect.stringMatching(/^now 50, Bull Active, signal \w+, computed 20/),
        `change since the row 7 days before +${btc.change["7d"].toFixed(1)}`,
        "the score is older than two hours",
      ]);
    },
  );
});

describe("a formula for Google Sheets", () => {
  const addressesOf = (address: string) =>
    [...codeOf("google-sheets", "text", address).matchAll(/IMPORTDATA\("([^"]+)"\)/g)].map(([, found = ""]) => found);

  test("says for a decimal comma how the numbers of both answers are written", () => {
    const formulas = pageOf("google-sheets").match(/^=IMPORTDATA.*$/gm) ?? [];
    const told = formulas.map((formula) => formula.replace(/^.*nhci\//, ""));
    const inEnglish = '"; ","; "en_US")';
    expect(told).toEqual(['score.txt")', 'history.csv")', `score.txt${inEnglish}`, `history.csv${inEnglish}`]);
  });

  test("gets a number, or a text when the score is stale, and a table of 30 days", async () => {
    const { scene } = await sandbox();
    const textsOf = (name: string) =>
      Promise.all(addressesOf(scene(name)).map(async (address) => (await fetch(address)).text()));
    const [score = "", history = ""] = await textsOf("hot");
    expect(score).toBe("70.0\n");
    expect(parseCsv(history, { columns: true, record_delimiter: "\r\n" })).toHaveLength(30);
    expect((await textsOf("stale"))[0]).toBe("50.0 (stale)\n");
  });
});

describe("a configuration for Home Assistant", () => {
  const python = findPython("jinja2");

  interface RestEntity {
    readonly value_template: string;
    readonly availability: string;
    readonly json_attributes?: readonly string[];
  }

  /** As Home Assistant does: a state where it is available. By Jinja itself. */
  const PROGRAM = `import jinja2, json, sys
env = jinja2.Environment(undefined=jinja2.StrictUndefined)
render = lambda template, value: env.from_string(template).render(value_json=value)
available = lambda each, value: render(each["availability"], value) == "True"
state = lambda each, value: render(each["value_template"], value) if available(each, value) else "unavailable"
print(json.dumps([[state(each, value) for each in entities] for entities, value in json.load(sys.stdin)]))`;

  const evaluate = (program: string, asked: unknown) => {
    const { stdout, stderr } = spawnSync(python ?? "", ["-c", program], {
      input: JSON.stringify(asked),
      encoding: "utf8",
    });
    expect(stderr).toBe("");
    return JSON.parse(stdout);
  };

  test.skipIf(python === undefined)(
    "has the score and both flags, and is unavailable when that is no score",
    async () => {
      const { scene, answerOf } = await sandbox();
      const asked = ["both", "fondo", "stale", "waiting", "limited"].map(async (name) => {
        const { rest } = parseYaml(codeOf("home-assistant", "yaml", scene(name)));
        const [{ resource, sensor, binary_sensor }] = rest;
        const entities: readonly RestEntity[] = [...sensor, ...binary_sensor];
        const value = await answerOf(resource);
        for (const attribute of sensor[0].json_attributes) if (value.ok) expect(value.btc).toHaveProperty(attribute);
        return [entities, value];
      });
      expect(evaluate(PROGRAM, await Promise.all(asked))).toEqual([
        ["70", "Hot Zone", "True", "True"],
        ["10", "Bottom", "False", "False"],
        ...Array(3).fill(Array(4).fill("unavailable")),
      ]);
    },
  );

  test.skipIf(python === undefined)(
    "has the settled phase of the newest row, which its automation follows",
    async () => {
      const { scene } = await sandbox();
      const asked = ["hot", "fondo", "waiting"].map(async (name) => {
        const [, { resource, sensor }] = parseYaml(codeOf("home-assistant", "yaml", scene(name))).rest;
        return [sensor, await (await fetch(resource)).text()];
      });
      const program = PROGRAM.replace("value_json=value", "value=value");
      expect(evaluate(program, await Promise.all(asked))).toEqual([["Hot Zone"], ["Bottom"], ["unavailable"]]);
      const { rest, automation } = parseYaml(codeOf("home-assistant", "yaml", SITE));
      const [{ entity_id }] = automation[0].triggers;
      expect(entity_id).toBe(`sensor.${rest[1].sensor[0].name.toLowerCase().replaceAll(" ", "_")}`);
    },
  );
});

describe("a query for Excel", () => {
  test("is Power Query M, and takes columns that are there", async () => {
    const { scene } = await sandbox();
    const code = codeOf("excel", "powerquery", scene("peak"));
    const parsed = await PQP.TaskUtils.tryLexParse(PQP.DefaultSettings, code);
    expect(PQP.TaskUtils.isParseStageOk(parsed)).toBe(true);
    const broken = await PQP.TaskUtils.tryLexParse(PQP.DefaultSettings, code.replace("in\n", ""));
    expect(PQP.TaskUtils.isParseStageOk(broken)).toBe(false);
    const [, peak] = /Peak = "([^"]+)"/.exec(code) ?? [];
    const [, path] = /RelativePath = "([^"]+)"/.exec(code) ?? [];
    const rows = parseCsv(await (await fetch(`${peak}/${path}`)).text(), { columns: true, record_delimiter: "\r\n" });
    const columns = [...code.matchAll(/\{"(\w+)", type/g)].map(([, name = ""]) => name);
    expect(columns).toHaveLength(4);
    for (const column of columns) expect(rows[0]).toHaveProperty(column);
    expect(rows.at(-1)).toMatchObject({ btc_price_usd: "12345.67" });
  });
});

const fieldAt = (value: unknown, path: string): unknown =>
  path.split(".").reduce<unknown>((at, name) => (at as Record<string, unknown> | undefined)?.[name], value);

describe("a configuration that names fields of an answer", () => {
  test("for Grafana finds its columns in the history", async () => {
    const { scene, answerOf } = await sandbox();
    const { url, root_selector, columns } = JSON.parse(codeOf("grafana", "json", scene("hot"))).targets[0];
    const rows: readonly Record<string, unknown>[] = (await answerOf(url))[root_selector];
    expect(rows).toHaveLength(30);
    expect(columns.map(({ selector, type }: Record<string, string>) => [type, rows.at(-1)?.[selector ?? ""]])).toEqual([
      ["timestamp", "2026-11-21"],
      ["number", 70],
      ["number", expect.any(Number)],
    ]);
  });

  test("for json_exporter finds its paths in both answers", async () => {
    const { scene, answerOf } = await sandbox();
    const [exporter = "", prometheus = ""] = blocksOf("prometheus", "yaml", scene("both"));
    const { modules } = parseYaml(exporter);
    const [{ static_configs }] = parseYaml(prometheus).scrape_configs;
    const inPath = (value: unknown, path: unknown) => {
      const [, name] = /^\{ \.([\w.]+) \}$/.exec(`${path}`) ?? [];
      return name === undefined ? path : fieldAt(value, name);
    };
    const told: unknown[] = [];
    for (const { targets, labels } of static_configs) {
      const answer = await answerOf(targets[0]);
      for (const { name, path, labels: named = {}, values = {} } of modules[labels.__param_module].metrics) {
        const found = inPath(answer, path);
        const parts = Object.values({ ...named, ...values }).map((each) => inPath(found, each));
        told.push([name, ...(parts.length > 0 ? parts : [found])]);
      }
    }
    expect(told).toEqual([
      ["peak_btc_score", 70],
      ["peak_score_is_stale", false],
      ["peak_btc", "HOT", expect.any(String), "TOP_DISTRIBUTION", "BEAR_DESCENT", 1],
      ["peak_settled", "HOT", expect.stringMatching(/^20/), expect.any(Number)],
    ]);
  });

  test.skipIf(findPromtool() === undefined)("for Prometheus passes its own check, with its rules", () => {
    const [, prometheus = "", rules = ""] = blocksOf("prometheus", "yaml", SITE);
    const folder = tempFolder();
    writeFileSync(join(folder, "peak-rules.yml"), rules);
    writeFileSync(join(folder, "prometheus.yml"), prometheus);
    const { status, stdout, stderr } = spawnSync(findPromtool() ?? "", ["check", "config", "prometheus.yml"], {
      cwd: folder,
      encoding: "utf8",
    });
    expect(status, stderr).toBe(0);
    expect(stdout).toContain("2 rules found");
  });

  test("for Glance reads fields of the type it asks for", async () => {
    const { scene, answerOf } = await sandbox();
    const [{ url, template }] = parseYaml(codeOf("glance", "yaml", scene("stale")));
    const answer = await answerOf(url);
    const fields = [...template.matchAll(/\.JSON\.(\w+) "([\w.]+)"/g)].map(([, type, path]) => [type, path]);
    expect(fields.length).toBeGreaterThan(4);
    const typeOf = { string: "String", number: "Float", boolean: "Bool" } as Readonly<Record<string, string>>;
    for (const [type, path] of fields) expect([path, typeOf[typeof fieldAt(answer, path)]]).toEqual([path, type]);
  });

  test("for Homepage says that a score is stale", async () => {
    const { scene, answerOf } = await sandbox();
    const [{ Markets }] = parseYaml(codeOf("homepage", "yaml", scene("stale")));
    const { url, mappings } = Markets[0]["Bitcoin cycle"].widget;
    const answer = await answerOf(url);
    const shown = mappings.map(({ field, remap }: { field: object; remap?: { value: unknown; to: string }[] }) => {
      const value = fieldAt(answer, Object.entries(field).flat().join("."));
      return remap?.find((each) => each.value === value)?.to ?? value;
    });
    expect(shown).toEqual([50, "Bull Active", expect.any(String), "stale"]);
  });

  test("for ESPHome reads an answer that fits into its buffer", async () => {
    const { scene } = await sandbox();
    const lambda: ScalarTag = { tag: "!lambda", resolve: (text) => text };
    const { interval } = parseYaml(codeOf("esphome", "yaml", scene("both")), { customTags: [lambda] });
    const request = interval[0].then[0]["http_request.get"];
    const text = await (await fetch(request.url)).text();
    expect(text.length).toBeLessThan(request.max_response_buffer_size);
    const reads = [...request.on_response.then[0].lambda.matchAll(/root((?:\["\w+"\])+)/g)].map(([, path]) =>
      path.replaceAll('"]["', ".").replace(/^\["|"\]$/g, ""),
    );
    expect(reads).toEqual(["btc.score", "btc.phase", "btc.stale"]);
    for (const path of reads) expect(fieldAt(JSON.parse(text), path)).toBeDefined();
  });
});

describe("a widget for Dashy", () => {
  test("is a page that every site may frame", async () => {
    const { scene } = await sandbox();
    const { widgets } = parseYaml(codeOf("dashy", "yaml", scene("top-risk")));
    const page = await fetch(widgets[0].options.url);
    expect(page.headers.get("content-security-policy")).toContain("frame-ancestors *");
    expect(page.headers.get("x-frame-options")).toBeNull();
    expect(await page.text()).toContain("(sandbox: top-risk)");
  });
});

interface Received {
  readonly path: string;
  readonly headers: IncomingMessage["headers"];
  readonly body: string;
}

/** A server in the place of a service that takes messages. Closed after the test. */
async function receiver(
  answer: (received: Received, nth: number) => readonly [status: number, body: unknown] | undefined,
) {
  const received: Received[] = [];
  const server = createServer(async (request: IncomingMessage, response: ServerResponse) => {
    let body = "";
    for await (const part of request) body += part;
    const message = { path: request.url ?? "", headers: request.headers, body };
    received.push(message);
    const said = answer(message, received.length);
    if (said === undefined) return; // it waits
    response.writeHead(said[0], { "content-type": "application/json" }).end(JSON.stringify(said[1]));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, received };
}

/** Runs a script as it stands on a page, but for its addresses. */
async function runScript(folder: string, code: string) {
  const file = join(folder, "script.mjs");
  writeFileSync(file, code);
  const program = startProgram(process.execPath, [file], { cwd: folder });
  const { code: exitCode } = await program.ended;
  return [exitCode, program.err.join("\n")];
}

describe("a script that passes the feed on", () => {
  test("to ntfy says what is new, once", async () => {
    const { scene } = await sandbox();
    const ntfy = await receiver(() => [200, {}]);
    const folder = tempFolder();
    const code = (name: string) => codeOf("ntfy", "js", scene(name)).replace("https://ntfy.sh", ntfy.url);
    expect(await runScript(folder, code("bull"))).toEqual([0, ""]);
    expect(ntfy.received).toEqual([]);
    for (let i = 0; i < 2; i++) expect(await runScript(folder, code("both"))).toEqual([0, ""]);
    const told = ntfy.received.map(({ path, headers, body }) => [path, headers["title"], body]);
    expect(told).toHaveLength(3); // as the page says
    expect(told[0]?.[1]).toMatch(/^Settled phase: Hot Zone, was /);
    expect(told.slice(-2)).toEqual([
      ["/your-topic", "Bear-market descent: flag up (score 70.0)", expect.stringContaining("flag up. Score 70.0")],
      ["/your-topic", "Cycle-top distribution: flag up (score 70.0)", expect.stringContaining("flag up. Score 70.0")],
    ]);
  });

  test("to Discord waits when it is told to, and says whose the score is", async () => {
    const { scene } = await sandbox();
    const discord = await receiver((_message, nth) => (nth === 1 ? [429, { retry_after: 0.01 }] : [204, undefined]));
    const folder = tempFolder();
    const code = (name: string) => codeOf("discord", "js", scene(name)).replace("https://discord.com", discord.url);
    expect(await runScript(folder, code("bull"))).toEqual([0, ""]);
    expect(await runScript(folder, code("both"))).toEqual([0, ""]);
    const [first, again, ...others] = discord.received.map(({ body }) => JSON.parse(body));
    expect(again).toEqual(first);
    expect(others).toHaveLength(2);
    expect(others.at(-1)).toMatchObject({
      embeds: [
        {
          title: expect.stringContaining("flag up"),
          footer: { text: expect.stringMatching(/^Peak Cycle Index.* by Peak$/) },
        },
      ],
      allowed_mentions: { parse: [] },
    });
  });
});

describe("a bot for Telegram", () => {
  test.each([
    ["stale", /^STALE: Bitcoin cycle 50 of 100, Bull Active, /],
    ["limited", /^No score now: /],
  ])("answers /score in the scene %s", async (name, expected) => {
    const { scene } = await sandbox();
    const update = { update_id: 7, message: { chat: { id: 11 }, text: "/score" } };
    const telegram = await receiver(({ path, body }) => {
      if (!path.endsWith("/getUpdates")) return [200, { ok: true, result: {} }];
      return JSON.parse(body).offset === 0 ? [200, { ok: true, result: [update] }] : undefined;
    });
    const folder = tempFolder();
    installClient(folder);
    const code = codeOf("telegram", "js", scene(name)).replace("https://api.telegram.org", telegram.url);
    writeFileSync(join(folder, "bot.mjs"), code);
    const bot = startProgram(process.execPath, ["bot.mjs"], { cwd: folder, env: { TELEGRAM_TOKEN: "token" } });
    onTestFinished(() => bot.kill());
    const sent = await eventually("the answer", () =>
      telegram.received.find(({ path }) => path === "/bottoken/sendMessage"),
    );
    expect(JSON.parse(sent.body)).toEqual({ chat_id: 11, text: expect.stringMatching(expected) });
  });
});

/** Puts the client where `npm install` would. */
function installClient(folder: string): void {
  const target = join(folder, "node_modules/peak-cycle-client");
  mkdirSync(target, { recursive: true });
  cpSync(CLIENT, join(target, "dist"), { recursive: true });
  const manifest = { name: "peak-cycle-client", type: "module", exports: "./dist/index.js" };
  writeFileSync(join(target, "package.json"), JSON.stringify(manifest));
}
