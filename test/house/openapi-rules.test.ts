import { expect, test } from "vitest";
import { plant, runTool } from "./planted-tree.js";
import { readText } from "./tree.js";

test("the linter finds an example that its schema refuses, and a parameter that is not there", async () => {
  const openapi = readText("docs/openapi.json");
  expect(await findings(openapi)).toEqual([]);
  const planted = openapi
    .replace('"signal": "CAUTION"', '"signal": "BUY"')
    .replace("/sandbox/{scene}/", "/sandbox/{stage}/");
  expect(await findings(planted)).toEqual(["no-invalid-media-type-examples", "path-parameters-defined"]);
});

/** The rules that a description breaks. */
async function findings(openapi: string): Promise<readonly string[]> {
  const folder = await plant(["redocly.yaml"], { "openapi.json": openapi });
  const report = await runTool(folder, "@redocly/cli/bin/cli.js", ["lint", "--format=json", "openapi.json"]);
  const { problems } = JSON.parse(report) as { problems: readonly { readonly ruleId: string }[] };
  return [...new Set(problems.map(({ ruleId }) => ruleId))].sort();
}
