import { createHash } from "node:crypto";
import { gunzipSync } from "node:zlib";
import { LANGUAGES, THEMES } from "peak-cycle-drawing";
import { instantOf } from "peak-cycle-model";
import { PNG } from "pngjs";
import { describe, expect, onTestFinished, test } from "vitest";
import type { AppDeps } from "../../../../src/app.js";
import { ConfigError } from "../../../../src/domain/errors.js";
import { rasterize } from "../../../../src/pictures/rasterize.js";
import { openSigner } from "../../../../src/platform/signing-key.js";
import { parseConfig } from "../../../../src/settings.js";
import { SOURCE_NAMES } from "../../../../src/sources/order.js";
import { openStoresForWriting } from "../../../../src/storage/stores.js";
import { ask } from "../../../support/ask.js";
import { type ComposedService, composedService, standingClock } from "../../../support/composed-service.js";
import { CALM, storePublishedPast } from "../../../support/published-past.js";
import { tempFolder } from "../../../support/temp-sqlite.js";

const BADGE = "/embed/nhci-badge.png";

/** The whole service on a folder with a published past, on a clock that stands still. */
async function composed(DATA_DIR: string, settings = {}, deps: Partial<AppDeps> = {}): Promise<ComposedService> {
  const service = await composedService(
    { DATA_DIR, BASE_URL: "https://peak.example", UPSTREAMS_DISABLED: SOURCE_NAMES.join(","), ...settings },
    {
      clock: standingClock(instantOf("2026-11-21T07:06:00Z")),
      drawPng: async (...svg) => rasterize(svg[0], svg[1]),
      ...deps,
    },
  );
  onTestFinished(service.end);
  return service;
}

async function publishedFolder(): Promise<string> {
  const folder = tempFolder();
  const config = parseConfig({ DATA_DIR: folder });
  const stores = await openStoresForWriting(config);
  await storePublishedPast(stores, CALM, await openSigner(config));
  await stores.close();
  return folder;
}

describe("the composed service", () => {
  test("has pictures before the first score too, which say that there is none and may not be kept", async () => {
    const { origin } = await composed(tempFolder());
    const badge = await ask(`${origin}${BADGE}`);
    expect([PNG.sync.read(badge.bytes).width, badge.headers["cache-control"]]).toEqual([640, "no-store"]);
    const svg = await ask(`${origin}/embed/nhci-badge.svg`);
    expect([svg.status, svg.headers["cache-control"]]).toEqual([200, "no-store"]);
  });

  test("has the built script in the page for frames, which stays within 15 KB compressed in every variant", async () => {
    const { origin } = await composed(await publishedFolder(), { SIMULATED_MARKET: "yes" });
    for (const theme of THEMES) {
      for (const lang of LANGUAGES) {
        const { bytes, headers } = await ask(`${origin}/embed/nhci?theme=${theme}&lang=${lang}`, {
          headers: { "accept-encoding": "gzip" },
        });
        expect(bytes.length).toBeLessThanOrEqual(15 * 1024);
        const page = gunzipSync(bytes).toString();
        const script = page.slice(page.lastIndexOf("<script>") + "<script>".length, page.lastIndexOf("</script>"));
        expect(script).not.toContain("__PEAK_PUBLISHER__");
        const hash = createHash("sha256").update(script).digest("base64");
        expect(headers["content-security-policy"]).toContain(`script-src 'sha256-${hash}'`);
      }
    }
  });

  test("does not start without the scripts, and says what to do", async () => {
    const starting = composed(tempFolder(), {}, { widgets: new URL("./no-such-folder/", import.meta.url) });
    await expect(starting).rejects.toThrow(ConfigError);
    await expect(starting).rejects.toThrow("run `npm run build`");
  });
});
