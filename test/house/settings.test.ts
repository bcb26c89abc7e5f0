/** The settings in the docs. `npx vitest run test/house --update` writes both files from the table in settings.ts. */

import { expect, test } from "vitest";
import * as z from "zod";
import { SETTINGS } from "../../packages/service/src/settings/settings.js";
import { SOURCES } from "../../packages/service/src/sources/order.js";
import { KEYED_SOURCES, keySetting, urlSetting } from "../../packages/service/src/sources/sources.js";
import { ROOT, readText } from "./tree.js";

const { properties = {} } = z.toJSONSchema(z.object(SETTINGS), { io: "input" });
const ENTRIES = Object.entries(properties as Record<string, { default?: string; description: string }>);

test("the table in docs/settings.md is the table in settings.ts", async () => {
  const rows = ENTRIES.map(([name, { default: fallback, description }]) => {
    return `| \`${name}\` | ${fallback ? `\`${fallback}\`` : ""} | ${description} |\n`;
  });
  const page = readText("docs/settings.md");
  const begin = page.indexOf("| `PORT` |");
  const end = page.indexOf("| `UPSTREAM_<NAME>_URL` |"); // this row and the next represent one setting per source
  expect([begin > 0, end > begin]).toEqual([true, true]);
  const updated = page.slice(0, begin) + rows.join("") + page.slice(end);
  await expect(updated).toMatchFileSnapshot(`${ROOT}/docs/settings.md`);
});

test(".env.example has every setting with its default, commented out", async () => {
  const head =
    "# All settings with their defaults, for `peak --settings FILE COMMAND`, systemd and Docker: docs/settings.md\n";
  const settings = ENTRIES.map(([name, { default: fallback = "", description }]) => {
    return `# ${description}\n#${name}=${fallback}\n`;
  });
  const urls = SOURCES.map(({ name, baseUrl }) => `#${urlSetting(name)}=${baseUrl}\n`);
  const keys = KEYED_SOURCES.map((name) => `#${keySetting(name)}=\n`);
  const sources = ["# addresses of the sources, and keys where a source offers one\n", ...urls, ...keys].join("");
  await expect([head, ...settings, sources].join("\n")).toMatchFileSnapshot(`${ROOT}/.env.example`);
});
