import { describe, expect, test } from "vitest";
import { publishSampleExtras } from "../sample-extras.js";
import { type SampleSite, sampleSite } from "../sample-site.js";
import { publishSample } from "../samples.js";

const BADGE = "/embed/nhci-badge.png";
const CYCLE = "/embed/nhci-cycle.png";
const PATHS = [BADGE, "/embed/nhci-chart.png", CYCLE];
const TWO_HOURS_MS = 2 * 3_600_000;

/** In place of a PNG: the SVG that it is drawn of. */
const shown = async ({ get }: SampleSite, path: string) => (await get(path)).bytes.toString();

describe("PNG pictures", () => {
  test("that cannot be drawn are 503, with a time after which to ask again, and are tried again then", async () => {
    let isBroken = true;
    const drawPng = async () => {
      if (isBroken) throw new Error("no memory");
      return Buffer.from("a picture");
    };
    const site = sampleSite({ drawPng });
    for (const path of PATHS) {
      const { status, headers, bytes } = await site.get(path);
      expect([status, headers["content-type"], headers["cache-control"], headers["retry-after"]]).toEqual([
        ...[503, "application/problem+json", "no-store", "1"],
      ]);
      expect(headers["access-control-allow-origin"]).toBe("*");
      expect(JSON.parse(bytes.toString())).toMatchObject({ ok: false, status: 503 });
    }
    isBroken = false;
    expect(await shown(site, BADGE)).toBe("a picture");
  });

  test("are drawn of the SVG of the same query once, however many ask, and again when what they show changes", async () => {
    const site = sampleSite();
    const query = "?size=lg&theme=dark&lang=fr";
    const svg = await shown(site, `/embed/nhci-badge.svg${query}`);
    const all = await Promise.all(Array.from({ length: 5 }, () => shown(site, `${BADGE}${query}`)));
    expect(new Set(all)).toEqual(new Set([svg]));
    expect(site.pngsDrawn()).toBe(1);
    await site.clock.advance(TWO_HOURS_MS);
    expect(await shown(site, BADGE)).toContain("▲ 2 h old");
    expect(site.pngsDrawn()).toBe(2);
  });

  test("that show a part of what they will show may not be kept", async () => {
    const site = sampleSite({ isEmpty: true });
    publishSample(site.published);
    expect((await site.get(CYCLE)).headers["cache-control"]).toBe("no-store");
    publishSampleExtras(site.published);
    expect((await site.get(CYCLE)).headers["cache-control"]).toBe("public, max-age=300");
  });

  test("come as they are, whatever encoding a client likes, with the headers of pictures", async () => {
    const site = sampleSite();
    for (const path of PATHS) {
      const { status, headers, bytes } = await site.get(path, { "accept-encoding": "gzip, br" });
      expect(status).toBe(200);
      expect(headers).toMatchObject({
        "content-type": "image/png",
        "content-length": String(bytes.length),
        "cache-control": "public, max-age=300",
        "cross-origin-resource-policy": "cross-origin",
        "access-control-allow-origin": "*",
      });
      const none = [headers["content-encoding"], headers["vary"], headers["ratelimit-policy"]];
      expect(none).toEqual([undefined, undefined, undefined]);
    }
  });

  test("follow size, theme and language; auto is light, and so is everything unknown", async () => {
    const site = sampleSite();
    for (const [query, same] of [
      ["", ""],
      ["?size=sm&theme=auto&lang=pt-BR", "?size=sm&lang=pt"],
      ["?size=__proto__&theme=constructor&lang=toString", ""],
    ] as const) {
      expect(await shown(site, `${BADGE}${query}`)).toBe(await shown(site, `/embed/nhci-badge.svg${same}`));
    }
  });
});
