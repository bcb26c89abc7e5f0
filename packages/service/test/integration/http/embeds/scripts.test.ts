import { createHash } from "node:crypto";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import { sampleScripts } from "../../../support/sample-scripts.js";
import { get } from "../raw-answer.js";
import { run } from "../running.js";

const { version, integrity } = sampleScripts.code;
const OLD = { version: "0.0.9-00000000", name: "nhci-chart.js", body: "/* as it was: é */" };

describe("the embed scripts", () => {
  test("come at the path of their version for a year, with the very bytes of the printed hash in every encoding", async () => {
    const { url } = await run();
    for (const [name, hash] of [
      ["nhci-chart.js", integrity.chart],
      ["nhci-badge.js", integrity.badge],
    ] as const) {
      const path = `${url}/embed/${version}/${name}`;
      const plain = await get(path);
      expect([plain.status, plain.headers["cache-control"]]).toEqual([200, "public, max-age=31536000, immutable"]);
      const br = await get(path, { "accept-encoding": "br" });
      const gzip = await get(path, { "accept-encoding": "gzip" });
      for (const bytes of [plain.bytes, brotliDecompressSync(br.bytes), gunzipSync(gzip.bytes)]) {
        expect(`sha384-${createHash("sha384").update(bytes).digest("base64")}`).toBe(hash);
      }
      const newest = await get(`${url}/embed/${name}`);
      expect([newest.bytes.equals(plain.bytes), newest.headers["cache-control"]]).toEqual([
        true,
        "public, max-age=3600",
      ]);
      for (const { headers } of [plain, newest]) expect(headers["cross-origin-resource-policy"]).toBe("cross-origin");
    }
  });

  test("of a version or name never seen are 404, which nobody keeps", async () => {
    const { url } = await run({ kept: [OLD] });
    for (const path of [
      `/embed/9.9.9-ffffffff/nhci-chart.js`,
      `/embed/${OLD.version}/nhci-badge.js`,
      `/embed/${version}/frame.js`,
      `/embed/${version}/..%2fnhci-chart.js`,
      `/embed/${version}/`,
      `/embed/${version}`,
      `/embed/frame.js`,
      `/embed/${"9".repeat(500)}/nhci-chart.js`,
    ]) {
      const { status, headers } = await get(`${url}${path}`);
      expect([path, status, headers["cache-control"]]).toEqual([path, 404, "no-store"]);
    }
  });
});
