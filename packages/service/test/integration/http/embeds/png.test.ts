import { defaultVariant, type Variant, variantKey } from "peak-cycle-drawing";
import { type Instant, instantOf } from "peak-cycle-model";
import { describe, expect, test } from "vitest";
import { PNG_VARIANTS } from "../../../support/fake-pngs.js";
import { get } from "../raw-answer.js";
import { type Running, run } from "../running.js";

const BADGE = "/embed/nhci-badge.png";
const PATHS = [BADGE, "/embed/nhci-chart.png", "/embed/nhci-cycle.png"];
const COMPUTED_AT = "2026-11-21T07:05:00.250Z";
const TWO_HOURS_MS = 2 * 3_600_000;

/** In place of a drawing: the variant's name as bytes. */
function bytesOf(variant: Variant, state: string): Uint8Array {
  return Buffer.from(`${variantKey(variant)} ${state}`);
}

function putAll({ pngs }: Running, mark = "", computedAt = COMPUTED_AT): void {
  for (const variant of PNG_VARIANTS) {
    pngs.put(variant, {
      computedAt: instantOf(computedAt),
      isWhole: true,
      fresh: bytesOf(variant, `fresh${mark}`),
      stale: bytesOf(variant, `stale${mark}`),
    });
  }
}

function putOnly({ pngs }: Running, variant: Variant, computedAt: Instant | undefined, isWhole = true): void {
  pngs.put(variant, { computedAt, isWhole, fresh: bytesOf(variant, "fresh"), stale: bytesOf(variant, "stale") });
}

const shown = async ({ url }: Running, path: string) => (await get(`${url}${path}`)).bytes.toString();

describe("PNG pictures", () => {
  test("that cannot be drawn in time are 503, with a time after which to ask again", async () => {
    const { url } = await run();
    for (const path of PATHS) {
      const { status, headers, bytes } = await get(`${url}${path}`);
      expect([status, headers["content-type"], headers["cache-control"]]).toEqual([
        503,
        "application/problem+json",
        "no-store",
      ]);
      expect(Number(headers["retry-after"])).toBeGreaterThanOrEqual(1);
      expect(Number(headers["retry-after"])).toBeLessThanOrEqual(15);
      expect(headers["access-control-allow-origin"]).toBe("*");
      expect(JSON.parse(bytes.toString())).toMatchObject({ ok: false, status: 503 });
    }
  });

  test("of a part of what they will show may not be kept either, and get stale all the same", async () => {
    const running = await run();
    putOnly(running, defaultVariant("cycle"), instantOf(COMPUTED_AT), false);
    const path = "/embed/nhci-cycle.png";
    expect((await get(`${running.url}${path}`)).headers["cache-control"]).toBe("no-store");
    await running.clock.advance(TWO_HOURS_MS);
    expect(await shown(running, path)).toBe("cycle.md.light.en stale");
    putAll(running);
    expect((await get(`${running.url}${path}`)).headers["cache-control"]).toBe("public, max-age=300");
  });

  test("come as they are, whatever encoding a client likes, with the headers of pictures", async () => {
    const running = await run();
    putAll(running);
    for (const path of PATHS) {
      const { status, headers, bytes } = await get(`${running.url}${path}`, { "accept-encoding": "gzip, br" });
      expect(status).toBe(200);
      expect(headers).toMatchObject({
        "content-type": "image/png",
        "content-length": String(bytes.length),
        "cache-control": "public, max-age=300",
        "cross-origin-resource-policy": "cross-origin",
        "access-control-allow-origin": "*",
      });
      expect([headers["content-encoding"], headers["vary"], headers["ratelimit-policy"]]).toEqual([
        undefined,
        undefined,
        undefined,
      ]);
    }
  });

  test("follow size, theme and language; auto is light, and so is everything unknown", async () => {
    const running = await run();
    putAll(running);
    for (const [query, variant] of [
      ["", "badge.md.light.en"],
      ["?size=lg&theme=dark&lang=fr", "badge.lg.dark.fr"],
      ["?size=sm&theme=auto&lang=pt-BR", "badge.sm.light.pt"],
      ["?size=__proto__&theme=constructor&lang=toString", "badge.md.light.en"],
    ]) {
      expect(await shown(running, `${BADGE}${query}`)).toBe(`${variant} fresh`);
    }
    expect(await shown(running, "/embed/nhci-chart.png?size=lg&theme=dark&lang=de")).toBe("chart.lg.dark.de fresh");
  });
});
