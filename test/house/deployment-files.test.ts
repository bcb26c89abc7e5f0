/**
 * The files that operators copy: they must fit this version of the service, and the page that tells how to use them.
 */

import { expect, test } from "vitest";
import { parseConfig, SETTINGS } from "../../packages/service/src/settings.js";
import { headingsWithCommands } from "../system/page.js";
import { readText } from "./tree.js";

test.each([
  ["Dockerfile", /^(?:ENV| {3}) ([A-Z_]+)=(\S+)/gm],
  ["compose.yaml", /^ {6}([A-Z_]+): (.+)$/gm],
  ["deploy/systemd/peak.env.example", /^#?([A-Z_]+)=(.+)$/gm],
  ["deploy/systemd/instances.conf", /^Environment=([A-Z_]+)=(.+)$/gm],
  ["deploy/kubernetes/peak.yaml", /^ {2}([A-Z_]+): (.+)$/gm],
])("%s sets only variables that the service knows, to values it accepts", (path, line) => {
  const { NODE_ENV: _, ...settings } = settingsIn(path, line);
  expect(Object.keys(settings).length).toBeGreaterThan(0);
  expect(Object.keys(settings).filter((name) => !(name in SETTINGS))).toEqual([]);
  expect(() => parseConfig(settings)).not.toThrow();
});

test("npm run test:system runs every block of commands on docs/operations.md", async () => {
  // These modules throw if a section has another number of blocks than they run.
  await Promise.all([import("../system/on-a-machine.js"), import("../system/in-containers.js")]);
  expect(headingsWithCommands()).toEqual([
    "The first day",
    "Proxy and TLS",
    "Backup and restore",
    "Upgrade and roll back",
    "Several instances",
    "Containers",
    "Keys of API Pro",
  ]);
});

/** The settings in a file, with values for its placeholders. */
function settingsIn(path: string, line: RegExp): Readonly<Record<string, string>> {
  const pairs = [...readText(path).matchAll(line)].map(([, name = "", value = ""]) => [
    name,
    value
      .replace(/ #.*$/, "")
      .replace(/ \\$/, "")
      .replace(/^"(.*)"$/, "$1")
      .replace(/\$\{\w+:-(.*?)\}/, "$1")
      .replace("%i", "8081"),
  ]);
  return Object.fromEntries(pairs);
}
