import {
  defaultVariant,
  type EmbedKind,
  embedSize,
  renderSvg,
  type Variant,
  variantKey,
  viewOf,
} from "peak-cycle-drawing";
import type { Instant } from "peak-cycle-model";
import { PNG } from "pngjs";
import { describe, expect, test } from "vitest";
import { sampleCycle } from "../../../../drawing/test/support/sample-cycle.js";
import {
  type RenderedPicture,
  type RenderJob,
  rasterize,
  renderPictures,
} from "../../../src/pictures/render-pictures.js";
import { PNG_VARIANTS } from "../../support/fake-pngs.js";
import { SAMPLE_DAYS, SAMPLE_NOW, SAMPLE_PUBLISHER } from "../../support/sample-chart.js";

const JOB: Omit<RenderJob, "variants"> = {
  computedAt: 1 as Instant,
  btc: { now: SAMPLE_NOW, days: SAMPLE_DAYS },
  crypto: { asset: "crypto", now: { ...SAMPLE_NOW, score: 61, phase: "HOT" }, days: SAMPLE_DAYS },
  cycle: sampleCycle(),
  publisher: SAMPLE_PUBLISHER,
};

const never = new AbortController().signal;

async function drawn(variants: readonly Variant[], job = JOB): Promise<readonly RenderedPicture[]> {
  const pictures: RenderedPicture[] = [];
  await renderPictures({ ...job, variants }, (picture) => void pictures.push(picture), never);
  return pictures;
}

const ENGLISH = PNG_VARIANTS.filter(({ language }) => language === "en");

/** Width and height in px. */
function sizeOf({ picture, size }: Variant): readonly number[] {
  return Object.values(embedSize({ kind: `${picture}-png` as EmbedKind, size, theme: "light", language: "en" }) ?? {});
}

const decoded = (png: Uint8Array) => PNG.sync.read(Buffer.from(png));

/** Share of pixels that differ clearly from one a little below the middle of the top edge, which is background. */
function inkShare({ width, height, data }: PNG): number {
  const background = 4 * (6 * width + Math.floor(width / 2));
  let inked = 0;
  for (let at = 0; at < data.length; at += 4) {
    if ([0, 1, 2].some((channel) => Math.abs((data[at + channel] ?? 0) - data[background + channel]!) > 40)) inked++;
  }
  return inked / (width * height);
}

describe("pictures rendered as PNG", () => {
  test("are what is drawn as SVG, in the theme, language and asset that are asked for, fresh and stale", async () => {
    const badge = defaultVariant("badge");
    const variants = [badge, { ...badge, theme: "dark" }, { ...badge, language: "fr" }, { ...badge, asset: "crypto" }];
    for (const { variant, fresh, stale } of await drawn(variants as Variant[])) {
      const pngOf = (isStale: boolean) =>
        rasterize(renderSvg(variant, viewOf(JOB, isStale, variant.asset), JOB.publisher), 2);
      expect([Buffer.from(fresh).equals(pngOf(false)), Buffer.from(stale).equals(pngOf(true))]).toEqual([true, true]);
    }
  });

  test("have two pixels for one px, the largest one, and none is blank", async () => {
    const light = ENGLISH.filter(({ theme }) => theme === "light");
    const pictures = await drawn(light);
    expect(pictures.map(({ variant }) => variantKey(variant))).toEqual(light.map(variantKey));
    for (const { variant, fresh, stale } of pictures) {
      const scale = variant.size === "xl" ? 1 : 2;
      for (const png of [decoded(fresh), decoded(stale)]) {
        expect([variantKey(variant), png.width, png.height]).toEqual([
          variantKey(variant),
          ...sizeOf(variant).map((px) => scale * px),
        ]);
        expect(inkShare(png)).toBeGreaterThan(0.005);
        expect(inkShare(png)).toBeLessThan(0.5);
      }
      expect(Buffer.from(fresh).equals(stale)).toBe(false);
    }
  });

  test("say that there is no score yet, in the same size, the same when stale", async () => {
    const usual = (["badge", "chart", "cycle"] as const).map(defaultVariant);
    const scored = await drawn(usual);
    const drawings = await drawn(usual, {
      ...JOB,
      computedAt: undefined,
      btc: { now: undefined, days: [] },
      cycle: undefined,
    });
    for (const [i, { fresh, stale }] of drawings.entries()) {
      const [waiting, usually] = [decoded(fresh), decoded(scored[i]!.fresh)];
      expect([waiting.width, waiting.height]).toEqual([usually.width, usually.height]);
      expect(inkShare(waiting)).toBeGreaterThan(0.005);
      expect(inkShare(waiting)).toBeLessThan(inkShare(usually));
      expect(Buffer.from(fresh).equals(stale)).toBe(true);
    }
  });

  test("stop when nobody wants them any more", async () => {
    const stop = new AbortController();
    const pictures: RenderedPicture[] = [];
    const handOver = (picture: RenderedPicture) => {
      pictures.push(picture);
      stop.abort(new Error("enough"));
    };
    await expect(renderPictures({ ...JOB, variants: ENGLISH }, handOver, stop.signal)).rejects.toThrow("enough");
    expect(pictures).toHaveLength(1);
  });
});
