import type { PhaseKey } from "../../domain/score.js";
import { PHASE_KEYS, translate } from "../locale.js";
import { plainSvg, type RenderOptions, roundToTenth, type Tree, tree } from "../markup.js";

/** Share of the days in each phase, 0..1; `undefined` where it is not known. */
export type PhaseShares = Readonly<Record<PhaseKey, number | undefined>>;

/** Names of the phases stand left of it, as in the box plot of the returns. */
const LEFT = 102;
/** Room for `100.0%` right of the longest bar. */
const RIGHT = 48;
const ROW = 24;

/** A bar for each phase, the highest on top, with its share in figures. @param max the share that fills the width, above 0 */
export function shareBars(
  { shares, max }: { readonly shares: PhaseShares; readonly max: number },
  options: RenderOptions,
  textAlternative: string,
): Tree {
  const { width, colors, language } = options;
  const height = ROW * PHASE_KEYS.length;
  const percent = new Intl.NumberFormat(language, { style: "percent", maximumFractionDigits: 1 });
  const rows = [...PHASE_KEYS].reverse().flatMap((phase, i) => {
    const share = shares[phase];
    const y = ROW * i + ROW / 2;
    const length = roundToTenth(((width - LEFT - RIGHT) * (share ?? 0)) / max);
    return [
      tree("text", { x: 0, y: y + 4, fill: colors[phase], "font-weight": 600 }, translate(phase, language)),
      tree("rect", { x: LEFT, y: y - 7, width: length, height: 14, fill: colors[phase], "fill-opacity": 0.45 }),
      tree("text", { x: LEFT + length + 6, y: y + 4 }, share === undefined ? "–" : percent.format(share)),
    ];
  });
  return plainSvg(rows, textAlternative, { ...options, height, fontSize: 11 });
}
