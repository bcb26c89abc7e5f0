import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { InputData, JSONSchemaInput, quicktype } from "quicktype-core";
import { describe, expect, test } from "vitest";
import { OPENAPI_FILE } from "../support/committed-openapi.js";
import { findPython } from "../support/find-python.js";
import { startProgram } from "../support/service-process.js";
import { tempFolder } from "../support/temp-sqlite.js";
import { run } from "./http/running.js";

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
