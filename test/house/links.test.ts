/** Links between pages, and from code to pages and back. */

import { existsSync } from "node:fs";
import { dirname, join, normalize } from "node:path";
import { expect, test } from "vitest";
import { codeBelow, filesBelow, ROOT, readText } from "./tree.js";

const FILES = filesBelow();
const PAGES = FILES.filter((path) => path.endsWith(".md"));

interface Link {
  readonly from: string;
  /** A path in the repository, with `#heading` if any. */
  readonly to: string;
}

test("every link on a page or in code leads to a file, and to a heading if it names one", () => {
  const code = codeBelow("packages", "tools").filter((path) => !path.includes("/test/"));
  const links = [...PAGES.flatMap(linksOf), ...code.flatMap(mentionsOf)];
  expect(links.length).toBeGreaterThan(55);
  expect(links.filter(isBroken)).toEqual([]);
});

test("every file of code that a page mentions exists", () => {
  const mentions = PAGES.filter((page) => !page.startsWith("CHANGELOG")).flatMap((page) =>
    [...withoutBlocks(page).matchAll(/`([\w/@.-]+\.(?:ts|py))`/g)].map(([, name = ""]) => ({ page, name })),
  );
  expect(mentions.length).toBeGreaterThan(20);
  expect(mentions.filter(({ name }) => !FILES.some((path) => `/${path}`.endsWith(`/${name}`)))).toEqual([]);
});

function linksOf(from: string): readonly Link[] {
  const prose = withoutBlocks(from).replace(/`[^`\n]*`/g, "code");
  return [...prose.matchAll(/\]\(([^)\s]+)\)/g)]
    .map(([, address = ""]) => address)
    .filter((address) => !/^[a-z]+:/.test(address))
    .map((address) => ({ from, to: address.startsWith("#") ? from + address : join(dirname(from), address) }));
}

function mentionsOf(from: string): readonly Link[] {
  return [...readText(from).matchAll(/\bdocs\/[\w/-]+\.md(?:#[\w-]+)?/g)].map(([to]) => ({ from, to }));
}

function isBroken({ to }: Link): boolean {
  const [path = "", anchor] = normalize(to).split("#");
  if (!existsSync(join(ROOT, path))) return true;
  return anchor !== undefined && path.endsWith(".md") && !anchorsOf(path).includes(anchor);
}

/** The anchors of a page's headings, as GitHub generates them. */
function anchorsOf(page: string): readonly string[] {
  return [...withoutBlocks(page).matchAll(/^#{1,6} (.+)$/gm)].map(([, title = ""]) => {
    const plain = title.replace(/\[([^\]]*)\]\([^)]*\)/g, "$1").toLowerCase();
    return plain.replace(/[^\p{L}\p{N}\s_-]/gu, "").replace(/\s/g, "-");
  });
}

function withoutBlocks(page: string): string {
  return readText(page).replace(/^```[\s\S]*?^```/gm, "");
}
