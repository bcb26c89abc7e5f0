import { expect, test } from "vitest";
import type { Setting } from "../../packages/service/src/platform/setting-types.js";
import { SETTINGS } from "../../packages/service/src/settings.js";
import { KEYED_SOURCES, keySetting, SOURCES, urlSetting } from "../../packages/service/src/sources/all.js";
import { SOURCE_NAMES } from "../../packages/service/src/sources/order.js";
import { ROOT, readText } from "./tree.js";

/** The rows that are no settings of their own: they stand for the addresses and keys of sources. */
const OF_SOURCES = ["`UPSTREAM_<NAME>_URL`", "`UPSTREAM_<NAME>_KEY`"];

const SETTING_ROWS = Object.entries<Setting<unknown>>(SETTINGS).map(([name, { fallback, meaning }]) => [
  `\`${name}\``,
  fallback === "" ? "" : `\`${fallback}\``,
  meaning,
]);

test("the table of settings is the table of the code", () => {
  const rows = tableBelow("| Setting | Default | Meaning |", readText("docs/settings.md"));
  expect(rows.slice(0, -OF_SOURCES.length)).toEqual(SETTING_ROWS);
  expect(rows.slice(-OF_SOURCES.length).map(([name]) => name)).toEqual(OF_SOURCES);
});

test("every address variable that the page of settings names is one of a source", () => {
  const known = SOURCE_NAMES.map((name) => `\`${urlSetting(name)}\``);
  const named = readText("docs/settings.md").match(/`UPSTREAM_[A-Z_]+_URL`/g) ?? [];
  expect(named.length).toBeGreaterThan(0);
  expect(named.filter((name) => !known.includes(name))).toEqual([]);
});

/** Written by `npx vitest run test/house/configuration-table.test.ts --update`. */
test("the example of a file of settings has all of them, each with its default and commented out", async () => {
  const settings = Object.entries<Setting<unknown>>(SETTINGS).map(
    ([name, { fallback, meaning }]) => `# ${meaning}\n#${name}=${fallback}\n`,
  );
  const urls = SOURCES.map(({ name, baseUrl }) => `#${urlSetting(name)}=${baseUrl}\n`);
  const keys = KEYED_SOURCES.map((name) => `#${keySetting(name)}=\n`);
  const head =
    "# All settings with their defaults, for `peak --env-file FILE COMMAND`, systemd and Docker: docs/settings.md\n";
  const sources = ["# the sources' addresses, and keys of those that hand one out\n", ...urls, ...keys].join("");
  await expect([head, ...settings, sources].join("\n")).toMatchFileSnapshot(`${ROOT}/.env.example`);
});

/** The cells of a Markdown table, found by its head. */
function tableBelow(head: string, text: string): readonly (readonly string[])[] {
  const lines = text.split("\n");
  const start = lines.indexOf(head);
  if (start < 0) throw new Error(`no table "${head}"`);
  const end = lines.findIndex((line, i) => i > start && !line.startsWith("|"));
  return lines
    .slice(start + 2, end < 0 ? undefined : end)
    .map((line) => line.split("|").slice(1, -1))
    .map((cells) => cells.map((cell) => cell.trim()));
}
