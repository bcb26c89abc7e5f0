/**
 * `npm run size` prints lines and bytes by folder. It counts everything that engineers read and maintain, including
 * templates, tools and JSON, and lists tests, translations and generated files separately.
 */
import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";

/** Generated or recorded: nobody reads these line by line. */
const GENERATED = new RegExp(
  [
    String.raw`(^|/)(package-lock|openapi)\.json$`,
    String.raw`/golden/.*\.json$|/fixtures/`,
    String.raw`^packages/(client/src/types|mcp/src/fields)\.ts$`,
  ].join("|"),
);

const KINDS: readonly (readonly [kind: string, path: RegExp])[] = [
  ["generated", GENERATED],
  ["words", /\/locales\//],
  ["tests", /^packages\/[^/]+\/test\/|^test\//],
  ["docs", /\.md$/],
  ["simulator", /^packages\/simulator\//],
  ["source: src", /^packages\/[^/]+\/src\/.*\.ts$/],
  ["source: CSS", /\.css$/],
  ["source: bench, tools", /^(bench|tools)\//],
  ["source: others", /./],
];

/** A file counts toward the folder that the first matching pattern captures. */
const ROOMS = [
  /^packages\/service\/src\/http\/routes(?=\/)/,
  /^packages\/service\/(src|test)(\/[^/]+(?=\/))?/,
  /^packages\/[^/]+(\/test)?/,
  /^[^/]+(?=\/)/,
];

function roomOf(path: string): string {
  return ROOMS.map((room) => room.exec(path)?.[0]).find((name) => name !== undefined) ?? "the top folder";
}

const sizes = new Map<string, { lines: number; bytes: number }>();

function add(name: string, text: Buffer): void {
  const { lines, bytes } = sizes.get(name) ?? { lines: 0, bytes: 0 };
  sizes.set(name, { lines: lines + text.toString("latin1").split("\n").length - 1, bytes: bytes + text.length });
}

const files = execFileSync("git", ["ls-files", "-z"], { encoding: "utf8" }).split("\0").filter(existsSync);
for (const path of files) {
  const text = readFileSync(path);
  if (text.includes(0)) continue; // a picture
  const [kind = ""] = KINDS.find(([, paths]) => paths.test(path)) ?? [];
  add(`kind: ${kind}`, text);
  if (kind === "words") add("translations", text);
  else if (kind !== "generated") add(roomOf(path), text);
}
for (const [name, { lines, bytes }] of [...sizes].sort(([a], [b]) => a.localeCompare(b)))
  console.log(`${name.padEnd(40)}${String(lines).padStart(9)}${String(bytes).padStart(12)}`);
