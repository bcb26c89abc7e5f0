import { expect, test } from "vitest";
import { plant, runTool } from "./planted-tree.js";
import { readText } from "./tree.js";

const MANIFEST = JSON.stringify({ name: "planted", type: "module", dependencies: { zod: "1.0.0" } });
const ENTRY = { "simulator/main.ts": `import { used } from "./parts.js";\n\nused();\n` };
const USED = "export function used(): void {}\n";
const WITH_ZOD = `import "zod";\n${USED}`;

test.each([
  ["a file that nobody imports", { "simulator/parts.ts": WITH_ZOD, "simulator/idle.ts": USED }, "simulator/idle.ts"],
  ["an export that nobody uses", { "simulator/parts.ts": `${WITH_ZOD}export const idle = 1;\n` }, "idle"],
  ["a dependency that nobody uses", { "simulator/parts.ts": USED }, "zod"],
])("%s is found", async (_what, files, name) => {
  expect(await deadCode(files)).toEqual([name]);
});

test("nothing is found where everything is used", async () => {
  expect(await deadCode({ "simulator/parts.ts": WITH_ZOD })).toEqual([]);
});

test("the settings leave out no file, no export of a value, and only the runner of the git hooks and a command of the machine", () => {
  const settings = JSON.parse(readText("knip.json")) as Record<string, unknown>;
  expect(settings).toMatchObject({
    ignoreDependencies: ["lefthook"],
    ignoreBinaries: ["taskset"],
    ignoreExportsUsedInFile: { interface: true, type: true },
  });
  expect(Object.keys(settings).sort()).toEqual(
    ["$schema", "entry", "ignoreBinaries", "ignoreDependencies", "ignoreExportsUsedInFile", "project"].sort(),
  );
});

/** The names of all findings in a planted tree. */
async function deadCode(files: Readonly<Record<string, string>>): Promise<readonly string[]> {
  const folder = await plant(["knip.json"], { "package.json": MANIFEST, ...ENTRY, ...files });
  const report = await runTool(folder, "knip/bin/knip.js", [
    "--reporter",
    "json",
    "--no-config-hints",
    "--no-exit-code",
  ]);
  const { issues } = JSON.parse(report) as { issues: Record<string, string | { name: string }[]>[] };
  return issues.flatMap((issue) =>
    Object.values(issue).flatMap((found) => (typeof found === "string" ? [] : found.map(({ name }) => name))),
  );
}
