import { LIGHT } from "../../src/colors.js";
import type { Language } from "../../src/locale.js";
import { type Tree, tree } from "../../src/markup.js";
import { elasticRuler, RULER_HEIGHT, RULER_WIDTHS, type RulerView } from "../../src/ruler.js";

/** The ruler in a host of that width in px, with the labels that the style of a page shows there. */
export function rulerAt(width: number, view: RulerView, language: Language = "en"): Tree {
  const shown = `ruler-labels ruler${RULER_WIDTHS.findLast((each) => each <= width)}`;
  const drawn = elasticRuler(view, { colors: LIGHT, language }).children.filter(
    (each) => typeof each === "string" || [undefined, shown].includes(each.attributes["class"] as string | undefined),
  );
  return tree("svg", { width, height: RULER_HEIGHT }, ...drawn);
}
