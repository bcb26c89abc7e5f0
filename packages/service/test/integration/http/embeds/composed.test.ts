import { createHash } from "node:crypto";
import { gunzipSync } from "node:zlib";
import { LANGUAGES, THEMES } from "peak-cycle-drawing";
import { instantOf } from "peak-cycle-model";
import { PNG } from "pngjs";
import { describe, expect, onTestFinished, test } from "vitest";
import { type AppDeps, startService } from "../../../../src/app.js";
import { ConfigError } from "../../../../src/domain/errors.js";
import { renderPictures } from "../../../../src/pictures/render-pictures.js";
import { parseConfig } from "../../../../src/settings.js";
import { SOURCE_NAMES } from "../../../../src/sources/all.js";
import { openStoresForWriting } from "../../../../src/storage/stores.js";
import { CALM, storePublishedPast } from "../../../support/published-past.js";
import { quietLog } from "../../../support/quiet-log.js";
import { makeSampleRecord } from "../../../support/sample-record.js";
import { tempFolder } from "../../../support/temp-sqlite.js";
import { get } from "../raw-answer.js";

const BUILT = new URL("../../../../dist/widgets/", import.meta.url);
const BADGE = "/embed/nhci-badge.png";

interface Composed {
  readonly url: string;
  readonly log: ReturnType<typeof quietLog>;
  stop(): Promise<void>;
}

/** The whole service on a folder with a published past, on a clock that stands still. */
async function composed(folder: string, changes: Partial<AppDeps> = {}, settings = {}): Promise<Composed> {
  const config = parseConfig({
    DATA_DIR: folder,
    PORT: "0",
    BASE_URL: "https://peak.example",
    UPSTREAMS_DISABLED: SOURCE_NAMES.join(","),
    ...settings,
  });
  const log = quietLog();
  const service = await startService(config, {
    clock: { now: () => instantOf("2026-11-21T07:06:00Z"), sleep: restOrWait },
    log,
    random: () => 0.5,
    widgets: BUILT,
    draw: renderPictures,
    makeRecord: makeSampleRecord,
    ...changes,
  });
  let stopped: Promise<void> | undefined;
  const stop = () => {
    stopped ??= service.run(AbortSignal.abort(new Error("the test is over")));
    return stopped;
  };
  onTestFinished(stop);
  return { url: `http://127.0.0.1:${service.address.port}`, log, stop };
}

/** Turns for others pass at once; whatever waits for a time waits for its end. */
function restOrWait(ms: number, signal: AbortSignal): Promise<void> {
  if (ms === 0) return Promise.resolve();
  return new Promise((_resolve, reject) => {
    signal.addEventListener("abort", () => reject(signal.reason), { once: true });
    if (signal.aborted) reject(signal.reason);
  });
}

async function publishedFolder(): Promise<string> {
  const folder = tempFolder();
  const stores = await openStoresForWriting(parseConfig({ DATA_DIR: folder }));
  await storePublishedPast(stores, CALM);
  await stores.close();
  return folder;
}

const settings = (siteName: string) => ({ SITE_NAME: siteName });

async function versionIn(folder: string): Promise<readonly string[]> {
  const stores = await openStoresForWriting(parseConfig({ DATA_DIR: folder }));
  const kept = await stores.scripts.all();
  await stores.close();
  return [...new Set(kept.map(({ version }) => version))];
}

describe("the composed service", () => {
  test("has pictures before the first score too, which say that there is none and may not be kept", async () => {
    const { url } = await composed(tempFolder());
    const badge = await get(`${url}${BADGE}`);
    expect([PNG.sync.read(badge.bytes).width, badge.headers["cache-control"]]).toEqual([640, "no-store"]);
    const svg = await get(`${url}/embed/nhci-badge.svg`);
    expect([svg.status, svg.headers["cache-control"]]).toEqual([200, "no-store"]);
  });

  test("serves every version of the scripts it ever served, after any change and restart", async () => {
    const folder = await publishedFolder();
    const before = await composed(folder, {}, settings("Summit"));
    await before.stop();
    const [old = ""] = await versionIn(folder);
    const between = await composed(folder, {}, settings("Ridge"));
    const script = await get(`${between.url}/embed/${old}/nhci-chart.js`);
    expect(script.status).toBe(200);
    expect(script.bytes.toString()).toContain("by Summit · ");
    expect((await get(`${between.url}/embed/nhci-chart.js`)).bytes.toString()).toContain("by Ridge · ");
    await between.stop();
    const again = await composed(folder, {}, settings("Summit"));
    expect((await get(`${again.url}/embed/${old}/nhci-chart.js`)).bytes).toEqual(script.bytes);
    await again.stop();
    expect(await versionIn(folder)).toHaveLength(2);
  });

  test("has the built script in the page for frames, which stays within 15 KB compressed in every variant", async () => {
    const { url } = await composed(await publishedFolder(), {}, { SIMULATED_MARKET: "yes" });
    for (const theme of THEMES) {
      for (const lang of LANGUAGES) {
        const { bytes, headers } = await get(`${url}/embed/nhci?theme=${theme}&lang=${lang}`, {
          "accept-encoding": "gzip",
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
    const starting = composed(tempFolder(), { widgets: new URL("./no-such-folder/", import.meta.url) });
    await expect(starting).rejects.toThrow(ConfigError);
    await expect(starting).rejects.toThrow("run `npm run build`");
  });
});
