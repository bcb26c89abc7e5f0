import { expect, test } from "vitest";
import { environmentOf, listAfter, readDockerfile } from "../../packages/service/test/support/dockerfile.js";
import { readText } from "./tree.js";

/** What `npm start` runs after the build: one setting, `exec node`, flags, file and command. Everything else that starts it says the same. */
const { scripts } = JSON.parse(readText("package.json")) as { readonly scripts: Readonly<Record<string, string>> };
const [, START = ""] = scripts["start"]?.split(" && ") ?? [];
const FILE = " packages/service/dist/bundle/main.js serve";

test("npm start is a plain call of node", () => {
  expect(START).toMatch(/^\w+=\d+ exec node( --[a-z-]+=\d+)+ packages\/service\/dist\/bundle\/main\.js serve$/);
});

test("the Dockerfile starts the same, without a shell between", () => {
  const dockerfile = readDockerfile();
  const words = [...listAfter(dockerfile, "ENTRYPOINT"), ...listAfter(dockerfile, "CMD")];
  expect(`MALLOC_ARENA_MAX=${environmentOf(dockerfile)["MALLOC_ARENA_MAX"]} exec ${words.join(" ")}`).toBe(START);
});

test.each(["peak.service", "peak@.service"])("%s starts the same", (name) => {
  const unit = readText(`deploy/systemd/${name}`);
  const words = /^ExecStart=\/usr\/bin\/(node .*)$/m.exec(unit)?.[1]?.replace("/opt/peak/", "");
  expect(`${/^Environment=(MALLOC_ARENA_MAX=\d+)$/m.exec(unit)?.[1]} exec ${words}`).toBe(START);
});

test("the command starts itself the same", () => {
  expect(readText("packages/service/bin/peak.js").split("\n")[0]).toBe(
    `#!/usr/bin/env -S ${START.replace("exec ", "").replace(FILE, "")}`,
  );
});

test("the demo starts the same", () => {
  expect(scripts["demo"]).toBe(scripts["start"]?.replace(/serve$/, "demo"));
});
