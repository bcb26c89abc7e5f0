import { describe, expect, test } from "vitest";
import type { StoredScript } from "../../../src/storage/script-store.js";
import type { Stores } from "../../../src/storage/stores.js";
import { at } from "./samples.js";

const NOW = at("2026-11-20T10:00:00Z");

function script(version: string, name: string, body = `/* ${version} ${name} */`): StoredScript {
  return { version, name, body };
}

/** What a script store promises. @param open empty stores, closed after the test */
export function scriptStoreSuite(open: () => Promise<Stores>): void {
  describe("script store", () => {
    test("gives every version back byte for byte, by version and name", async () => {
      const { scripts } = await open();
      const odd = script("0.1.0-b", "nhci-chart.js", "\"'\\\u2028\r\n\ud83d\udcc8 \u0301 ;--");
      await scripts.keep([odd, script("0.1.0-b", "nhci-badge.js")], NOW);
      await scripts.keep([script("0.1.0-a", "nhci-chart.js")], NOW);
      expect(await scripts.all()).toStrictEqual([
        script("0.1.0-a", "nhci-chart.js"),
        script("0.1.0-b", "nhci-badge.js"),
        odd,
      ]);
    });

    test("never changes what is kept, and still adds what is new beside it", async () => {
      const { scripts } = await open();
      await scripts.keep([script("1", "nhci-chart.js", "first")], NOW);
      await scripts.keep([script("1", "nhci-chart.js", "second"), script("1", "nhci-badge.js", "new")], NOW);
      expect(await scripts.all()).toEqual([script("1", "nhci-badge.js", "new"), script("1", "nhci-chart.js", "first")]);
    });
  });
}
