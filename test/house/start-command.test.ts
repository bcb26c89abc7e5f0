import { expect, test } from "vitest";
import { listAfter, readDockerfile } from "../../packages/service/test/support/dockerfile.js";
import { readText } from "./tree.js";

/** What `npm start` runs after the build: one setting, `exec node`, flags, file and command. The command says the same, and everything else starts that. */
const { scripts } = JSON.parse(readText("package.json")) as { readonly scripts: Readonly<Record<string, string>> };
const [, START = ""] = scripts["start"]?.split(" && ") ?? [];
const FILE = " packages/service/dist/bundle/main.js serve";

test("npm start is a plain call of node", () => {
  expect(START).toMatch(/^\w+=\d+ exec node( --[a-z-]+=\d+)+ packages\/service\/dist\/bundle\/main\.js serve$/);
});

test("the container and the systemd unit start the command, which starts itself so", () => {
  const dockerfile = readDockerfile();
  expect([...listAfter(dockerfile, "ENTRYPOINT"), ...listAfter(dockerfile, "CMD")]).toEqual(["peak", "serve"]);
  expect(readText("deploy/systemd/peak.service")).toContain("\nExecStart=/opt/peak/bin/peak serve\n");
  // Without the two dashes Node takes --env-file for its own.
  expect(readText("packages/service/bin/peak.js").split("\n")[0]).toBe(
    `#!/usr/bin/env -S ${START.replace("exec ", "").replace(FILE, "")} --`,
  );
});

test("the demo starts the same", () => {
  expect(scripts["demo"]).toBe(scripts["start"]?.replace(/serve$/, "demo"));
});
