import { spawnSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { build } from "esbuild";
import { defaultVariant } from "peak-cycle-drawing";
import { describe, expect, test } from "vitest";
import type { Schema } from "../../../../tools/answer-types.js";
import { OPENAPI_FILE } from "../support/committed-openapi.js";
import { findJava, findPython } from "../support/find-programs.js";
import { sampleScripts } from "../support/sample-scripts.js";
import { startProgram } from "../support/service-process.js";
import { tempFolder } from "../support/temp-sqlite.js";
import { SAMPLE_CONFIG } from "../unit/http/samples.js";
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

/** Calls every operation of the generated client and tells the type of each answer; then reads two scenes of the sandbox. */
const PYTHON_PROGRAM = `import inspect, json, sys
import peak

def client(scene=None):
    host = sys.argv[1]
    if scene is not None: # the second server of the description, at this address
        server = peak.Configuration().get_host_from_settings(1, {"scene": scene})
        host += server[server.index("/sandbox/"):]
    configuration = peak.Configuration(host=host)
    configuration.temp_folder_path = "." # for pictures
    configuration.retries = False # by default it waits as Retry-After says, and asks again
    return peak.ApiClient(configuration)

given = json.loads(sys.argv[2])
types = {}
for group in [peak.ScoreApi, peak.DataApi, peak.EmbedsApi, peak.ServiceApi]:
    for name, call in inspect.getmembers(group(client()), inspect.ismethod):
        if not name.startswith("_") and not name.endswith("_with_http_info"):
            words = [word for word in inspect.signature(call).parameters if word != "kwargs"]
            types[name] = type(call(**{word: given[word] for word in words})).__name__
print(json.dumps(types))

scene = peak.ScoreApi(client("top-risk"))
now, days = scene.current(), scene.history().data
print(json.dumps([now.btc.score, now.btc.context.top_risk, now.btc.updated_at.hour, len(days), days[-1].phase_key]))
try:
    now.btc.signal = "BUY"
except ValueError:
    print("no such signal")
try:
    peak.ScoreApi(client("limited")).current()
except peak.rest.ApiException as refusal:
    print(refusal.status, json.loads(refusal.body)["violated-policies"])
`;

/** The newest version whose npm package holds the program itself; later ones fetch it from elsewhere when they first run. */
const GENERATOR = join(
  dirname(require.resolve("@openapitools/openapi-generator-cli/package.json")),
  "bin/openapi-generator.jar",
);

describe("a Python client that a generator makes of the description", () => {
  const [java, python] = [findJava(), findPython("certifi, dateutil, six, urllib3")];

  test.skipIf(java === undefined || python === undefined)(
    "compiles, calls every operation, and reads the answers and the refusals of the sandbox",
    async () => {
      const folder = tempFolder();
      const done = (program: string | undefined, ...words: readonly string[]) => {
        const { status, stdout, stderr } = spawnSync(program ?? "", words, { cwd: folder, encoding: "utf8" });
        expect(status, stdout + stderr).toBe(0);
      };
      const openapi = readFileSync(OPENAPI_FILE, "utf8");
      writeFileSync(join(folder, "openapi.json"), inOpenapi30(openapi));
      const words = ["generate", "-g", "python", "-i", "openapi.json", "--package-name", "peak", "-o", "."];
      done(java, "-jar", GENERATOR, ...words);
      done(python, "-m", "compileall", "-q", "peak");

      writeFileSync(join(folder, "main.py"), PYTHON_PROGRAM);
      const { url, pngs } = await run({ config: { securityContact: "mailto:security@peak.example" } });
      for (const picture of ["badge", "chart", "cycle", "card"] as const) {
        const bytes = Buffer.from("\x89PNG", "latin1");
        pngs.put(defaultVariant(picture), { computedAt: undefined, isWhole: true, fresh: bytes, stale: bytes });
      }
      const script = { version: sampleScripts.code.version, file: "nhci-chart.js" };
      const given = { ...script, url: SAMPLE_CONFIG.baseUrl.href, scene: "hot", path: "feed.json" };
      const program = startProgram(python ?? "", ["main.py", url, JSON.stringify(given)], { cwd: folder });
      expect(await program.ended, program.err.join("\n")).toMatchObject({ code: 0 });
      const [types = "", ...told] = program.out;
      expect(JSON.parse(types)).toEqual(answerTypes(openapi));
      expect(told).toEqual(['[70.0, "TOP_DISTRIBUTION", 7, 30, "HOT"]', "no such signal", "429 ['public']"]);
    },
  );
});

/** The description in the words of OpenAPI 3.0: the generator knows no newer ones. */
function inOpenapi30(openapi: string): string {
  const converted = JSON.parse(openapi, (key, value) => {
    if (key.startsWith("image/")) return { schema: { type: "string", format: "binary" } };
    const { const: only, anyOf, type, exclusiveMinimum: above } = value ?? {};
    if (typeof only === "boolean") return { ...value, const: undefined }; // it would write `true` into the Python
    if (only !== undefined) return { ...value, const: undefined, enum: [only] };
    if (above !== undefined) return { ...value, minimum: above, exclusiveMinimum: true };
    if (Array.isArray(type)) return { ...value, type: type[0], nullable: true };
    if (anyOf?.[0].$ref !== undefined) return { ...value, anyOf: undefined, allOf: [anyOf[0]], nullable: true };
    if (anyOf !== undefined) return { ...anyOf[0], ...value, anyOf: undefined, nullable: true };
    return value;
  });
  return JSON.stringify({ ...converted, openapi: "3.0.3", info: { ...converted.info, summary: undefined } });
}

/** The Python type of each operation's answer. A picture is the path of a file. */
function answerTypes(openapi: string): Readonly<Record<string, string>> {
  const paths: Readonly<Record<string, { readonly get: Operation }>> = JSON.parse(openapi).paths;
  const types = Object.values(paths).map(({ get: { operationId, responses } }) => {
    const [[mediaType = "", { schema }] = ["", { schema: {} }]] = Object.entries(responses[200].content);
    const other = schema.type === "string" || mediaType.startsWith("image/") ? "str" : "dict";
    const name = operationId.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
    return [name, schema.$ref?.replace(/.*\//, "") ?? other];
  });
  return Object.fromEntries(types);
}

interface Operation {
  readonly operationId: string;
  readonly responses: { readonly 200: { readonly content: Readonly<Record<string, { readonly schema: Schema }>> } };
}
