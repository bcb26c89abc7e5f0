/**
 * `npm run size` prints lines and bytes by folder. It counts everything people read and maintain, including templates,
 * tools and JSON, and lists tests, translations and generated files separately.
 */
import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";

type Kind = "source" | "tests" | "words" | "docs" | "simulator" | "generated";

/** Generated or recorded: nobody reads these line by line. */
const GENERATED = [
  /(^|\/)(package-lock|openapi)\.json$/,
  /\/golden\/.*\.json$|\/fixtures\//,
  /^packages\/(client\/src\/types|mcp\/src\/fields)\.ts$/,
];

// A reader such as `head` may close the pipe before the end.
process.stdout.on("error", (error: NodeJS.ErrnoException) => {
  if (error.code !== "EPIPE") throw error;
  process.exit(0);
});

function kindOf(path: string): Kind {
  if (GENERATED.some((each) => each.test(path))) return "generated";
  if (/\/locales\//.test(path)) return "words";
  if (/^packages\/[^/]+\/test\/|^test\//.test(path)) return "tests";
  if (path.endsWith(".md")) return "docs";
  return path.startsWith("packages/simulator/") ? "simulator" : "source";
}

/** A folder of the service, another package, or a top-level folder. */
function roomOf(path: string): string {
  const [top = "", name = "", part = "", room = "", deeper = ""] = path.split("/");
  if (top !== "packages") return path.includes("/") ? top : "the top folder";
  if (name !== "service") return `packages/${name}${part === "test" ? "/test" : ""}`;
  if (part !== "src" && part !== "test") return "packages/service";
  if (deeper === "") return `packages/service/${part}`;
  return `packages/service/${part}/${room}${room === "http" && deeper === "routes" ? "/routes" : ""}`;
}

interface Size {
  lines: number;
  bytes: number;
}

const rooms = new Map<string, Size>();
const kinds = new Map<string, Size>();

function add(sizes: Map<string, Size>, name: string, text: Buffer): void {
  const size = sizes.get(name) ?? { lines: 0, bytes: 0 };
  size.lines += text.toString("latin1").split("\n").length - 1;
  size.bytes += text.length;
  sizes.set(name, size);
}

const files = execFileSync("git", ["ls-files", "-z"], { encoding: "utf8" }).split("\0").filter(existsSync);
for (const path of files) {
  const text = readFileSync(path);
  if (text.includes(0)) continue; // a picture
  const kind = kindOf(path);
  add(kinds, kind, text);
  if (kind === "source" && /^packages\/[^/]+\/src\/.*\.ts$/.test(path)) add(kinds, "  of it src/**/*.ts", text);
  if (kind === "source" && path.endsWith(".css")) add(kinds, "  of it CSS", text);
  if (kind === "source" && /^(bench|tools)\//.test(path)) add(kinds, "  of it bench and tools", text);
  if (kind !== "generated") add(rooms, kind === "words" ? "words of languages" : roomOf(path), text);
}

function print(title: string, sizes: Map<string, Size>): void {
  console.log(`\n${title.padEnd(40)}${"lines".padStart(9)}${"bytes".padStart(12)}`);
  for (const [name, { lines, bytes }] of [...sizes].sort(([a], [b]) => order(a).localeCompare(order(b))))
    console.log(`${name.padEnd(40)}${String(lines).padStart(9)}${String(bytes).padStart(12)}`);
}

/** Lists parts of a kind below it. */
const order = (name: string) => (name.startsWith("  of it") ? `source ${name}` : name);

print("room", rooms);
print("kind", kinds);
