/**
 * The verifier against a lying site: a proxy in front of the real one changes one value of one response, without
 * knowing what it means. Whichever value is changed, the verifier must report that the site is not sound.
 */
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { ask, freshClient } from "../../packages/service/test/support/ask.js";
import { newFolder } from "../../packages/service/test/support/made-once.js";
import { startScript } from "../../packages/service/test/support/service-process.js";
import { origin, untilSettled } from "./support/peak.js";

const VERIFIER = fileURLToPath(new URL("../../packages/verify/dist/main.js", import.meta.url));

/** Changed values per response, spread evenly over all of them; CHANGES=100000 tries every one. */
const CHANGES = Number(process.env["CHANGES"] ?? 12);

/** The verifier waits for two seconds and asks again before it reports a fault. */
const AT_A_TIME = 16;

/** The honest site's cacheable responses that the verifier reads, by path. */
const honest = new Map<string, string>();
/** Lies, by the first segment of the requested path, so that many can be tried at a time. */
const lies = new Map<string, { readonly path: string; readonly text: string }>();
let proxy: Server;
let saved: string;

beforeAll(async () => {
  await untilSettled();
  proxy = createServer(async ({ url: whole = "/" }, response) => {
    const [, id = "", url = "/"] = /^\/([^/]*)(.*)$/.exec(whole) ?? [];
    const lie = lies.get(id);
    const known = honest.get(url);
    const reply = known === undefined ? await ask(origin() + url, { from: freshClient() }) : undefined;
    const isKept = reply !== undefined && reply.status === 200 && reply.headers["cache-control"] !== "no-store";
    if (isKept) honest.set(url, reply.text); // /readyz describes the current state and proves nothing
    response.setHeader("content-type", reply?.headers["content-type"] ?? "application/json");
    const text = lie?.path === url ? lie.text : (known ?? reply?.text);
    response.writeHead(reply?.status ?? 200).end(text?.replaceAll(origin(), siteOf(id)));
  }).listen(0, "127.0.0.1");
  await new Promise((resolve) => proxy.once("listening", resolve));
  saved = join(newFolder(), "proof.json");
});
afterAll(() => proxy?.close());

/** The site's own address: its links point to the proxy, as any site's links point to itself. */
function siteOf(id: string): string {
  return `http://127.0.0.1:${(proxy.address() as AddressInfo).port}/${id}`;
}

async function verify(id: string, ...more: readonly string[]) {
  const { ended, out, err } = startScript(VERIFIER, [siteOf(id), ...more]);
  return { code: (await ended).code, said: out.join("\n"), err };
}

test("the verifier finds an honest site sound and saves its proof", async () => {
  const { code, said, err } = await verify("honest", "--save", saved);
  expect([code, err], said).toEqual([0, []]);
  expect([...honest.keys()].length).toBeGreaterThan(2);
  expect((await verify("honest", "--since", saved)).code).toBe(0);
});

describe("a site that changes one value", () => {
  test("is not sound, whichever value is changed", async () => {
    const chosen = [...honest].flatMap(([path, text]) => {
      const changes = liesAbout(text);
      const some = changes.filter((_, i) => i % Math.max(1, Math.floor(changes.length / CHANGES)) === 0);
      expect(some.length, path).toBeGreaterThan(0);
      return some.map(([what, apply]) => ({ path, what, apply }));
    });
    const next = chosen.entries();
    const tryAll = async () => {
      for (const [i, { path, what, apply }] of next) {
        lies.set(`lie-${i}`, { path, text: apply() });
        const { code, said } = await verify(`lie-${i}`, "--since", saved);
        lies.delete(`lie-${i}`);
        expect.soft(`${path} ${what}: exit code ${code}`, said).toBe(`${path} ${what}: exit code 1`);
      }
    };
    await Promise.all(Array.from({ length: AT_A_TIME }, tryAll));
    expect((await verify("honest", "--since", saved)).code).toBe(0);
  });
});

/** What is changed, and the response with that change. */
type Change = readonly [what: string, apply: () => unknown];

/** Every way to change one value of a response: in a JSON document, or in a text with one value per line. */
function liesAbout(text: string): readonly (readonly [what: string, apply: () => string])[] {
  const isJson = /^[[{]/.test(text);
  const value = isJson ? JSON.parse(text) : text.split("\n").slice(0, -1);
  const written = (changed: unknown) => (isJson ? JSON.stringify(changed) : `${(changed as string[]).join("\n")}\n`);
  return changesOf(value, "").map(([what, apply]) => [what, () => written(apply())]);
}

/** Every place in a document where a value can be changed or an element removed. */
function changesOf(value: unknown, path: string): readonly Change[] {
  if (Array.isArray(value))
    return [
      ...value.flatMap((each, i) =>
        changesOf(each, `${path}.${i}`).map(([what, apply]): Change => [what, () => value.with(i, apply())]),
      ),
      ...value.map((_, i): Change => [`${path} without element ${i}`, () => value.toSpliced(i, 1)]),
    ];
  if (typeof value !== "object" || value === null) return [[`${path} changed`, () => other(value)]];
  return Object.entries(value).flatMap(([key, each]) =>
    changesOf(each, `${path}.${key}`).map(([what, apply]): Change => [what, () => ({ ...value, [key]: apply() })]),
  );
}

function other(value: unknown): unknown {
  if (typeof value === "number") return Number.isInteger(value) ? value + 1 : Math.round(value * 1000 + 1) / 1000;
  if (typeof value === "boolean") return !value;
  return typeof value === "string" ? otherText(value) : 1;
}

/** A text that differs in one character of the same kind: a digit stays a digit, a letter a letter. */
function otherText(text: string): string {
  const at = Math.max(0, text.search(/[0-9a-z](?=[^0-9a-z]*$)/i));
  const sign = text[at] ?? "";
  const next = /\d/.test(sign) ? String((Number(sign) + 1) % 10) : sign === "a" ? "b" : "a";
  return text.slice(0, at) + next + text.slice(at + 1);
}
