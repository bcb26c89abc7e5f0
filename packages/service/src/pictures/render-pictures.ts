import { setImmediate as nextTurn } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { Resvg } from "@resvg/resvg-js";
import { type Publisher, type RenderState, renderSvg, type Variant, viewOf } from "peak-cycle-drawing";

/** Draws variants of the pictures as PNG, one after the other. The service has a worker thread do it. */
export const renderPictures: RenderPictures = async ({ publisher, variants, ...state }, handOver, signal) => {
  for (const variant of variants) {
    const render = async (isStale: boolean): Promise<Uint8Array> => {
      // The event loop gets a turn, so that the native memory of the drawing before can be freed: else 600 MB.
      await nextTurn();
      signal.throwIfAborted();
      const svg = renderSvg(variant, viewOf(state, isStale, variant.asset), publisher);
      return rasterize(svg, variant.size === "xl" ? 1 : SCALE);
    };
    const fresh = await render(false);
    await handOver({ variant, fresh, stale: state.computedAt === undefined ? fresh : await render(true) });
  }
};

/** What is to be rendered of a state. It can be sent to a thread. */
export interface RenderJob extends RenderState {
  readonly publisher: Publisher;
  readonly variants: readonly Variant[];
}

/** One variant as PNG, as it is now and as it will be once the score is stale; without a score both are the same. */
export interface RenderedPicture {
  readonly variant: Variant;
  readonly fresh: Uint8Array;
  readonly stale: Uint8Array;
}

/** Renders variants one after the other and hands over each; rejects with the signal's reason when aborted. */
export type RenderPictures = (
  job: RenderJob,
  handOver: (picture: RenderedPicture) => Promise<void> | void,
  signal: AbortSignal,
) => Promise<void>;

/**
 * Two pixels for each px, for high-density screens; `xl` is wide enough, and 1200 is what sites expect of a shared
 * link.
 */
const SCALE = 2;

const FONT_FAMILY = "Inter";

/** The weights that pictures use, as files of the font's package, wherever it is installed. */
const FONT_FILES = [
  import.meta.resolve("@expo-google-fonts/inter/400Regular/Inter_400Regular.ttf"),
  import.meta.resolve("@expo-google-fonts/inter/600SemiBold/Inter_600SemiBold.ttf"),
  import.meta.resolve("@expo-google-fonts/inter/700Bold/Inter_700Bold.ttf"),
].map((url) => fileURLToPath(url));

/** An SVG as PNG, always with the same font, whatever the machine has installed. @param scale pixels for one px */
export function rasterize(svg: string, scale: number): Uint8Array {
  // Inter is narrower than the room that a number keeps for other fonts, and would be spread over it.
  const drawing = new Resvg(svg.replaceAll(/ textLength="[\d.]+"/g, ""), {
    font: {
      loadSystemFonts: false,
      fontFiles: FONT_FILES,
      defaultFontFamily: FONT_FAMILY,
      sansSerifFamily: FONT_FAMILY,
    },
    fitTo: { mode: "zoom", value: scale },
  });
  return drawing.render().asPng();
}
