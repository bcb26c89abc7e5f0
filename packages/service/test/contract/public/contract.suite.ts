import { beforeAll, describe, expect, test } from "vitest";
import type { Endpoint } from "../../../src/http/endpoint.js";
import { ENDPOINTS } from "../../../src/http/endpoints/all.js";
import { ask, freshClient, type RequestOptions } from "../../support/ask.js";
import { eventually } from "../../support/service-process.js";
import { everyPath } from "./every-path.suite.js";
import { CURRENT, expectProblem, HEALTH, type PublicClient, type PublicService } from "./public-service.js";
import { sharedLimit, twoAnswers } from "./two-answers.suite.js";

/** Three instances on two cores start, make the record, and draw again what it has changed. */
const DRAWN_MS = 90_000;

/**
 * The public contract, asked for from outside; what it says of all paths is derived from the list of endpoints.
 *
 * @param running with a fresh score; its sources fail meanwhile, so that answers stay as they are
 */
export function publicContract(running: () => PublicService): void {
  const statuses = new Set<number>();
  const asked = async (path: string, question: RequestOptions = {}) => {
    const reply = await ask(running().origin + path, { from: freshClient(), ...question });
    statuses.add(reply.status);
    return reply;
  };
  const undisturbed = <T>(attempt: () => Promise<T>) => (running().undisturbed ?? ((once) => once()))(attempt);

  /** Every endpoint with one address that it answers. */
  let addresses: ReturnType<PublicClient["addresses"]> = [];
  beforeAll(async () => {
    const pages = `${(await asked("/embed")).text.replaceAll("<wbr>", "")} /sandbox/hot${CURRENT}`;
    const answering = ENDPOINTS.filter(({ path }) => !/^\/\w\w\/docs$|security\.txt$/.test(path)); // lead on to English; not set
    addresses = answering.map((endpoint) => [addressOf(endpoint, pages), endpoint]);
    const origins = [...(running().instances ?? []), running().origin];
    for (const [path] of addresses)
      for (const origin of origins)
        await eventually(`all there is at ${path}`, () => isComplete(origin, path), DRAWN_MS);
  }, 180_000);

  const isComplete = async (origin: string, path: string) => {
    const { status, headers } = await ask(origin + path, { from: freshClient() });
    const cache = headers["cache-control"] ?? "";
    const isMeanwhile = ["no-store", "public, max-age=5"].includes(cache);
    return (status === 200 && (!isMeanwhile || HEALTH.includes(path))) || undefined;
  };

  const client: PublicClient = { asked, undisturbed, addresses: () => addresses };
  everyPath(client);
  twoAnswers(client);

  describe("what is not there or cannot be read", () => {
    test.each([
      "/API/public/nhci",
      "/api/public",
      "/api//public/nhci",
      "/api/public/%6ehci",
      "/api/public/nhci;x",
      "//docs",
      "/embed/nhci%3Ftheme=dark",
      "/embed/9.9.9-ffffffff/nhci-chart.js",
      "/assets/x.js",
      "/favicon.png",
    ])("%s is 404 in the form of all failures", async (path) => {
      expectProblem(await asked(path), 404);
      const head = await asked(path, { method: "HEAD" });
      expect([head.status, head.text, head.headers["cache-control"]]).toEqual([404, "", "no-store"]);
    });

    test("is refused in the same form: a target too long, headers too large, a broken escape", async () => {
      expectProblem(await asked(`${CURRENT}?${"x".repeat(4000)}`), 414);
      expectProblem(await asked(CURRENT, { headers: { "x-large": "x".repeat(9000) } }), 431);
      const broken = await asked("/%");
      expect([400, 404]).toContain(broken.status);
      expectProblem(broken, broken.status);
    });
  });

  sharedLimit(client);

  test("nothing of all this was a fault of the service", () => {
    expect([...statuses].filter((status) => status >= 500)).toEqual([]);
  });
}

/** @param pages what points at paths with a varying part */
function addressOf({ path, pattern }: Endpoint, pages: string): string {
  if (pattern === undefined) return path;
  // Without the slash in front: pages point at scripts by relative addresses.
  const found = new RegExp(pattern.source.replace(/^\^\\\/|\$$/g, "")).exec(pages)?.[0];
  if (found === undefined) throw new Error(`no page points at ${path}`);
  return `/${found}`;
}
