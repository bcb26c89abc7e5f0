import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { sampleScripts } from "../../../support/sample-scripts.js";
import { sampleSite } from "../sample-site.js";

test.each(["nhci-chart.js", "nhci-badge.js"])(
  "%s is the same script in every encoding, kept for an hour",
  async (name) => {
    const { get } = sampleSite();
    const path = `/embed/${name}`;
    const plain = await get(path);
    expect(plain).toMatchObject({
      status: 200,
      headers: {
        "content-type": "text/javascript; charset=utf-8",
        "cache-control": "public, max-age=3600",
        "cross-origin-resource-policy": "cross-origin",
      },
    });
    const br = await get(path, { "accept-encoding": "br" });
    const gzip = await get(path, { "accept-encoding": "gzip" });
    for (const bytes of [plain.bytes, brotliDecompressSync(br.bytes), gunzipSync(gzip.bytes)]) {
      expect(bytes.toString()).toBe(sampleScripts.get(name));
    }
    const again = await get(path, { "if-none-match": String(plain.headers["etag"]) });
    expect(again.status).toBe(304);
  },
);

test("a script that no page loads from /embed/ is 404, which nobody keeps", async () => {
  const { get } = sampleSite();
  for (const path of ["/embed/frame.js", "/embed/x/nhci-chart.js", "/embed/..%2fnhci-chart.js"]) {
    const { status, headers } = await get(path);
    expect([path, status, headers["cache-control"]]).toEqual([path, 404, "no-store"]);
  }
});
