import { spawnSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { build } from "esbuild";
import { InputData, JSONSchemaInput, quicktype } from "quicktype-core";
import { describe, expect, test } from "vitest";
import { OPENAPI_FILE } from "../support/committed-openapi.js";
import { findPython } from "../support/find-python.js";
import { startProgram } from "../support/service-process.js";
import { tempFolder } from "../support/temp-sqlite.js";
import { run } from "./http/running.js";

const require = createRequire(import.meta.url);
const TSC = join(dirname(require.resolve("typescript/package.json")), "bin/tsc");

/** The generator needs the compiler as a library, which TypeScript 7 is not: it gets the one that another package brings. */
const WITH_LIBRARY = dataModule(`import { registerHooks } from "node:module";
const library = ${JSON.stringify(
  dataModule(`import { ts } from ${JSON.stringify(pathToFileURL(require.resolve("@ts-morph/common")).href)};
export default ts;`),
)};
registerHooks({
  resolve: (name, context, next) => (name === "typescript" ? { url: library, format: "module", shortCircuit: true } : next(name, context)),
});`);

function dataModule(code: string): string {
  return `data:text/javascript,${encodeURIComponent(code)}`;
}

/** Somebody's program in strict TypeScript, made with the generated client. */
const TYPESCRIPT_PROGRAM = `import { client } from "./client/client.gen";
import { current, history_, meta } from "./client";
client.setConfig({ baseUrl: process.argv[2] ?? "" });
const [now, days, about] = await Promise.all([current(), history_(), meta()]);
if (now.data === undefined || days.data === undefined || about.data === undefined) {
  console.log(JSON.stringify([now.response?.status, now.error?.title]));
} else {
  const score: number = now.data.btc.score;
  const phase: "FONDO" | "ACUM" | "BULL" | "HOT" | "PEAK" = now.data.btc.phase_key;
  const top: "TOP_DISTRIBUTION" | null = now.data.btc.context.top_risk;
  const date: string | undefined = days.data.data[0]?.date;
  console.log(JSON.stringify([score, phase, top, days.data.data.length, typeof date, about.data.phases.length]));
}
`;

describe("a TypeScript client that a generator makes of the description", () => {
  test("compiles under strict rules, and reads the answers and the refusals of the sandbox", async () => {
    const folder = tempFolder();
    const generator = join(dirname(fileURLToPath(import.meta.resolve("@hey-api/openapi-ts"))), "run.mjs");
    const words = ["-i", fileURLToPath(OPENAPI_FILE), "-o", join(folder, "client")];
    const made = spawnSync(process.execPath, ["--import", WITH_LIBRARY, generator, ...words], {
      cwd: folder,
      encoding: "utf8",
    });
    expect(made.status, made.stderr).toBe(0);

    writeFileSync(
      join(folder, "main.ts"),
      `declare const process: { readonly argv: readonly string[] };\n${TYPESCRIPT_PROGRAM}`,
    );
    const flags = ["--strict", "--noEmit", "--module", "esnext", "--moduleResolution", "bundler", "--target", "es2022"];
    const compile = () =>
      spawnSync(process.execPath, [TSC, ...flags, "--types", "", "main.ts"], { cwd: folder, encoding: "utf8" }).stdout;
    expect(compile()).toBe("");

    const entry = join(folder, "main.ts");
    await build({
      entryPoints: [entry],
      bundle: true,
      format: "esm",
      platform: "node",
      outfile: join(folder, "main.mjs"),
    });
    const { url } = await run();
    const told = async (scene: string) => {
      const program = startProgram(process.execPath, ["main.mjs", `${url}/sandbox/${scene}`], { cwd: folder });
      expect(await program.ended, program.err.join("\n")).toMatchObject({ code: 0 });
      return JSON.parse(program.out.join(""));
    };
    expect(await told("top-risk")).toEqual([70, "HOT", "TOP_DISTRIBUTION", 30, "string", 5]);
    expect(await told("limited")).toEqual([429, expect.stringContaining("quota")]);

    writeFileSync(entry, readFileSync(entry, "utf8").replace("score: number", "score: string"));
    expect(compile()).toContain("TS2322");
  });
});

/** Reads answers with the generated classes; each has to come out as it went in. */
const PYTHON_PROGRAM = `import json, sys
from urllib.error import HTTPError
from urllib.request import urlopen
import peak

def fetch(path):
    try:
        with urlopen(sys.argv[1] + path) as answer:
            return json.load(answer)
    except HTTPError as refused:
        return json.load(refused)

base = "/api/public/nhci"
now = fetch(base)
if not now["ok"]:
    refusal = peak.quota_reply_from_dict(now)
    print(json.dumps([refusal.status, refusal.retry_after_seconds > 0]))
    sys.exit()
current = peak.current_reply_from_dict(now)
for path, name in [("", "current"), ("/history", "history"), ("/meta", "meta")]:
    answer = fetch(base + path)
    reply = getattr(peak, name + "_reply_from_dict")(answer)
    assert set(getattr(peak, name + "_reply_to_dict")(reply)) == set(answer), name
days = peak.history_reply_from_dict(fetch(base + "/history")).data
print(json.dumps([current.btc.score, current.btc.phase_key.value, len(days), days[-1].score]))
try:
    peak.current_reply_from_dict({**now, "btc": {**now["btc"], "signal": "BUY"}})
except ValueError:
    print("refused")
`;

describe("Python classes that a generator makes of the schemas", () => {
  const python = findPython("dateutil");

  test.skipIf(python === undefined)("compile, and read the answers and the refusals of the sandbox", async () => {
    const folder = tempFolder();
    const { components } = JSON.parse(readFileSync(OPENAPI_FILE, "utf8"));
    const input = new JSONSchemaInput(undefined);
    for (const [name, schema] of Object.entries(components.schemas)) {
      await input.addSource({ name, schema: JSON.stringify(schema) });
    }
    const inputData = new InputData();
    inputData.addInput(input);
    const { lines } = await quicktype({ inputData, lang: "python" });
    writeFileSync(join(folder, "peak.py"), lines.join("\n"));
    writeFileSync(join(folder, "main.py"), PYTHON_PROGRAM);

    const { url } = await run();
    const told = async (scene: string) => {
      const program = startProgram(python ?? "", ["main.py", `${url}/sandbox/${scene}`], { cwd: folder });
      expect(await program.ended, program.err.join("\n")).toMatchObject({ code: 0 });
      return program.out;
    };
    expect(await told("hot")).toEqual(['[70.0, "HOT", 30, 70.0]', "refused"]);
    expect(await told("limited")).toEqual(["[429, true]"]);
  });
});
