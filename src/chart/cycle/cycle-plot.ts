import type { Language } from "../locale.js";
import type { CycleColors } from "./cycle-colors.js";
import type { CycleChartData } from "./cycle-data.js";
import type { CycleScale } from "./cycle-scale.js";
import type { Frame } from "./frame.js";

/** How much labels say: `narrow` has years and short prices, `medium` months, `wide` days. */
export type LabelTier = "narrow" | "medium" | "wide";

/** All that a part of the long chart is drawn from. */
export interface CyclePlot {
  readonly data: CycleChartData;
  /** Where days, prices and scores lie, as shares of the plot. */
  readonly scale: CycleScale;
  /** How such shares become attributes. */
  readonly frame: Frame;
  readonly tier: LabelTier;
  /** px */
  readonly fontSize: number;
  readonly colors: CycleColors;
  readonly language: Language;
}
