/** The compact picture: score, phase, time, ruler and attribution. Its height depends only on its width. */
import { type AttributionParts, framed } from "./attribution.js";
import type { BadgeView } from "./chart-data.js";
import { clockText, head, headBottom, ruler, rulerX } from "./head.js";
import { type Language, PHASE_KEYS, phaseName, pickTranslation } from "./locale.js";
import { OF_100 } from "./locales/words.js";
import type { Tree } from "./markup.js";
import { isSmall, text } from "./svg.js";

/** @param width integer px, 180..400 */
export function badge(view: BadgeView, width: number, language: Language, credit: AttributionParts): Tree {
  const { now } = view;
  const small = isSmall(width);
  const bottom = headBottom(width);
  const names = PHASE_KEYS.map((key, i) => {
    const isOn = key === now?.phase;
    const name = small ? "" : phaseName(key, language, true);
    return text(rulerX(width, 20 * i + 10), bottom + 15, name, 11, isOn ? "ink" : "soft", isOn ? 700 : 0, "middle");
  });
  const time = clockText(now);
  const lines = now ? [`${pickTranslation(OF_100, language)} · ${time}`, time] : [];
  const drawn = [...head(view, width, language, lines, width > 360), ruler(view, width, names)];
  return framed(drawn, credit, width, bottom + (small ? 6 : 28));
}
