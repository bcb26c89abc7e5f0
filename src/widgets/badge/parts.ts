import { LANGUAGES } from "../../chart/language.js";
import { element } from "../shared/element.js";
import type { Sight } from "../shared/kind.js";
import type { Score } from "./score.js";
import { WORDS } from "./tables.js";

/** Where there is nothing to say yet: every line keeps its height. */
const NOTHING = "–";

/** Line for line what the picture of a badge shows: title or note, score, steps, phase or why there is none, time. */
export function parts({ known, troubles, language }: Sight<Score>): readonly Element[] {
  const { score = NOTHING, phase, time = NOTHING, isOld } = known;
  const [stale, unreachable, soon, ...phases] = (WORDS[LANGUAGES.indexOf(language)] as string).split("|");
  const trouble = troubles.find(Boolean);
  const note = trouble === "soon" ? soon : trouble ? unreachable : isOld && stale;
  const word = phases[phase as number];
  return [
    element("p", (word && note) || "Bitcoin"),
    element("p", element("b", score.replace(".", language === "en" ? "." : ",")), " / 100"),
    element("hr"),
    element("strong", word || note || NOTHING),
    element("p", time),
  ];
}
