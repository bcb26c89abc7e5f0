/** The sources in the docs. `npx vitest run test/house --update` writes these parts from the sources' own files. */

import { HOUR_MS, MINUTE_MS, SECOND_MS } from "peak-cycle-model";
import { expect, test } from "vitest";
import { ORDER, SOURCES } from "../../packages/service/src/sources/order.js";
import { filesBelow, ROOT, readText } from "./tree.js";

const LICENSES = "docs/licenses.md";
const ALERTS = "deploy/prometheus/alerts.yml";
const SIMULATED = "packages/simulator/src/sources";

/** Replaces the lines between the first line `begin` and the next one that does not start with `start`. */
function withLines(text: string, begin: string, start: string, lines: readonly string[]): string {
  const all = text.split("\n");
  const from = all.indexOf(begin) + 1;
  expect(from, begin).toBeGreaterThan(0);
  const length = all.slice(from).findIndex((line) => !line.startsWith(start));
  return all.toSpliced(from, length, ...lines).join("\n");
}

/** Replaces the rows of the table with this header. */
function withRows(text: string, header: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.join(" | ")} |`;
  return withLines(text, line(header), "|", [`|${"---|".repeat(header.length)}`, ...rows.map(line)]);
}

test("docs/licenses.md says the same about each source as its file", async () => {
  const text = [
    [
      ["Source", "Setting name", "Gives", "Terms for a derived index"],
      SOURCES.map(({ title, name, gives, license }) => [title, `\`${name}\``, gives, license]),
    ] as const,
    [
      ["Source", "Requests a day", "For what"],
      SOURCES.map(({ title, use }) => [title, use.requestsADay, use.purpose]),
    ] as const,
    [["Source", "known", "not verified"], SOURCES.map(({ title, use }) => [title, use.known, use.unverified])] as const,
  ].reduce((page, [header, rows]) => withRows(page, header, rows), readText(LICENSES));
  await expect(text).toMatchFileSnapshot(`${ROOT}/${LICENSES}`);
});

test("the order of sources in docs/decisions.md is the one in order.ts", async () => {
  const rows = Object.values(ORDER).map(({ title, sources, why, ...more }) => {
    const names = sources.map((source) => source.title);
    return [title, ["isImported" in more ? ["import"] : [], names].flat().join(", "), why];
  });
  const page = withRows(readText("docs/decisions.md"), ["data", "order", "why"], rows);
  await expect(page).toMatchFileSnapshot(`${ROOT}/docs/decisions.md`);
});

test("the alarm about silent sources has the limit of each source", async () => {
  const names = new Map<number, string[]>();
  for (const { name, use } of SOURCES) {
    if (use.alarmAfterMs === undefined) continue;
    names.set(use.alarmAfterMs, [...(names.get(use.alarmAfterMs) ?? []), name]);
  }
  const lines = [...names].map(([ms, group], i) => {
    const series = `peak_source_last_answer_age_seconds{job="peak", source=~"${group.join("|")}"}`;
    const isInHours = ms % HOUR_MS === 0;
    const limit = isInHours
      ? `${ms / HOUR_MS} * ${HOUR_MS / SECOND_MS}`
      : `${ms / MINUTE_MS} * ${MINUTE_MS / SECOND_MS}`;
    return `            ${i === 0 ? "" : "or "}min_over_time(${series}[10m]) > ${limit}`;
  });
  const rules = withLines(readText(ALERTS), "          (", "            ", lines);
  await expect(rules).toMatchFileSnapshot(`${ROOT}/${ALERTS}`);
});

test("the simulator's list contains each of its sources", async () => {
  const files = filesBelow(SIMULATED).map((path) => path.slice(SIMULATED.length + 1, -".ts".length));
  const names = files.filter((name) => !["all", "list"].includes(name));
  const exported = names.map((name) => {
    const variable = name.replaceAll(/-([a-z])/g, (_, letter: string) => letter.toUpperCase());
    return `export { ${variable} } from "./${name}.js";\n`;
  });
  const head =
    "/** Every other file of this folder except all.ts. Written by `npx vitest run test/house --update`. */\n\n";
  await expect(head + exported.join("")).toMatchFileSnapshot(`${ROOT}/${SIMULATED}/list.ts`);
});
