/** The compact picture: score, phase, signal, time, ruler and credit. */
import { type AttributionParts, creditRows, withCredit } from "./attribution.js";
import type { BadgeView } from "./chart-data.js";
import { clockText, head, LARGE, type RulerPlace, ruler, rulerX, USUAL } from "./head.js";
import { type Language, PHASE_KEYS, phaseName, pickTranslation } from "./locale.js";
import { SIGNAL, SIGNAL_NAMES } from "./locales/words.js";
import type { Tree } from "./markup.js";
import { isSmall, padding, text } from "./svg.js";

/** @param width integer px, 180..400 */
export function badge(view: BadgeView, width: number, language: Language, credit: AttributionParts): Tree {
  const { now } = view;
  const small = isSmall(width);
  const isLarge = width >= 400;
  const [top, height, radius, bottom] = small ? [76, 7, 7.5, 97] : isLarge ? [97, 10, 9.5, 141] : [91, 8, 7.9, 127];
  const left = padding(width);
  const place: RulerPlace = { left, top, width: width - 2 * left, height, gap: 3 };
  const names = small
    ? []
    : PHASE_KEYS.map((key, i) => {
        const isOn = key === now?.phase;
        const size = isLarge ? 12 : 11;
        const name = phaseName(key, language, true);
        return text(rulerX(place, 20 * i + 10), bottom - 10, name, size, isOn ? key : "soft", isOn ? 700 : 0, "middle");
      });
  const parts = [
    ...head(view, width, language, lines(view, language), isLarge ? LARGE : USUAL),
    ruler(view, place, radius, names),
  ];
  return withCredit(parts, creditRows(credit, width, view.stamp ?? ["", 0]), width, bottom);
}

/** `Signal: Caution · 00:52 UTC`, or a part of it where there is no room. */
function lines({ now }: BadgeView, language: Language): readonly string[] {
  const time = clockText(now);
  if (!now?.signal) return [time];
  const signal = pickTranslation(SIGNAL_NAMES[now.signal], language);
  const full = `${pickTranslation(SIGNAL, language)} ${signal}`;
  return [`${full} · ${time}`, full, signal];
}
