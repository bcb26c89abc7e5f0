import { existsSync } from "node:fs";
import { dirname, join, normalize } from "node:path";
import { expect, test } from "vitest";
import { codeBelow, filesBelow, ROOT, readText } from "./tree.js";

const PAGES = filesBelow().filter((path) => path.endsWith(".md"));
const CODE = codeBelow("packages", "tools").filter((path) => !path.includes("/test/"));

test("every link of every page leads to a file, and to a heading where it names one", () => {
  expect(PAGES).toContain("README.md");
  const links = PAGES.flatMap((page) => linksOf(page, readText(page)));
  expect(links.length).toBeGreaterThan(40);
  expect(links.filter(isBroken).map(({ page, target }) => `${page}: ${target}`)).toEqual([]);
});

test("every page of docs that the code names exists, with its heading", () => {
  const links = CODE.flatMap((page) => mentionsOf(page, readText(page)));
  expect(links.length).toBeGreaterThan(15);
  expect(links.filter(isBroken).map(({ page, target }) => `${page}: ${target}`)).toEqual([]);
});

/** Pages about the code as it is now. The changelog speaks of earlier days, too. */
const PAGES_ABOUT_NOW = PAGES.filter((page) => !page.startsWith("CHANGELOG"));

test("every file of code that a page names is there", () => {
  const files = filesBelow();
  const missing = (page: string) => codeNamedIn(readText(page)).filter((name) => !isFile(name, files));
  expect(codeNamedIn(readText("docs/architecture.md")).length).toBeGreaterThan(20);
  expect(PAGES_ABOUT_NOW.flatMap((page) => missing(page).map((name) => `${page}: ${name}`))).toEqual([]);
});

interface Link {
  readonly page: string;
  /** Path from the checkout, with `#heading` if any. */
  readonly target: string;
}

function linksOf(page: string, text: string): readonly Link[] {
  const prose = withoutCode(text).replace(/`[^`\n]*`/g, "code");
  const inline = [...prose.matchAll(/\]\(([^)\s]+)\)/g)];
  const references = [...prose.matchAll(/^\[[^\]]+\]:\s+(\S+)/gm)];
  return [...inline, ...references]
    .map(([, address]) => address!)
    .filter((address) => !/^[a-z]+:/.test(address))
    .map((address) => ({ page, target: address.startsWith("#") ? page + address : join(dirname(page), address) }));
}

function mentionsOf(page: string, text: string): readonly Link[] {
  return [...text.matchAll(/\bdocs\/[\w/-]+\.md(?:#[\w-]+)?/g)].map(([target]) => ({ page, target }));
}

/** `http/router.ts` or `router.ts`, as pages name a file. */
function codeNamedIn(page: string): readonly string[] {
  return [...withoutCode(page).matchAll(/`([\w/@.-]+\.(?:ts|py))`/g)].map(([, name = ""]) => name);
}

function isFile(name: string, files: readonly string[]): boolean {
  return files.some((path) => path === name || path.endsWith(`/${name}`));
}

function isBroken({ target }: Link): boolean {
  const [path = "", anchor] = normalize(target).split("#");
  if (!existsSync(join(ROOT, path))) return true;
  return anchor !== undefined && path.endsWith(".md") && !anchorsOf(readText(path)).has(anchor);
}

function anchorsOf(text: string): ReadonlySet<string> {
  const anchors = new Set<string>();
  for (const [, title = ""] of withoutCode(text).matchAll(/^#{1,6} (.+)$/gm)) {
    const plain = title.replace(/\[([^\]]*)\]\([^)]*\)/g, "$1").toLowerCase();
    const anchor = plain.replace(/[^\p{L}\p{N}\s_-]/gu, "").replace(/\s/g, "-");
    let free = anchor;
    for (let i = 1; anchors.has(free); i++) free = `${anchor}-${i}`;
    anchors.add(free);
  }
  return anchors;
}

function withoutCode(text: string): string {
  return text.replace(/^```[\s\S]*?^```/gm, "");
}
