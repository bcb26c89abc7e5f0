/** The public contract, checked from outside on any origin. */
import { beforeAll, describe, expect, test } from "vitest";
import { ask, freshClient } from "../../../packages/service/test/support/ask.js";
import { eventually } from "../support/peak.js";
import { everyPath } from "./every-path.js";
import { PUBLIC_PATHS } from "./paths.js";
import { CURRENT, expectProblem, PublicClient, type PublicService } from "./public-service.js";
import { sharedLimit, twoAnswers } from "./two-answers.js";

/** @param running has a fresh score; its sources are silent meanwhile, so that responses do not change */
export function publicContract(running: () => PublicService): void {
  const client = new PublicClient(running);

  /** Pictures and the record are created after the start; until then they have a short cache time. */
  beforeAll(async () => {
    const origins = [...(running().instances ?? []), running().origin];
    for (const { path } of PUBLIC_PATHS)
      for (const origin of origins)
        await eventually(`all there is at ${origin}${path}`, async () => {
          const { status, headers } = await ask(origin + path, { from: freshClient() });
          return (
            (status === 200 && !/^(no-store|public, max-age=5)$/.test(headers["cache-control"] ?? "")) || undefined
          );
        });
  }, 180_000);

  everyPath(client);
  twoAnswers(client);

  describe("a path that does not exist", () => {
    test.each([
      "/API/public/nhci",
      "/api/public",
      "/api//public/nhci",
      "/api/public/nhci;x",
      "//docs",
      "/embed/nhci%3Ftheme=dark",
      "/assets/x.js",
      "/favicon.png",
    ])("%s is 404 in the form of every error", async (path) => {
      expectProblem(await client.asked(path), 404);
      const head = await client.asked(path, { method: "HEAD" });
      expect([head.status, head.text, head.headers["cache-control"]]).toEqual([404, "", "no-store"]);
    });

    test("or cannot be parsed gets an error in the same form: headers too large, a broken escape", async () => {
      expectProblem(await client.asked(CURRENT, { headers: { "x-large": "x".repeat(20_000) } }), 431);
      const broken = await client.asked("/%");
      expect([400, 404]).toContain(broken.status);
      expectProblem(broken, broken.status);
    });
  });

  sharedLimit(client);

  test("none of this counted as an error of the service", () => {
    expect([...client.statuses].filter((status) => status >= 500)).toEqual([]);
  });
}
