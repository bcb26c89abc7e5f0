/** The door of the package: the names that other packages draw with. */

export {
  type AttributionParts,
  attributionLine,
  attributionParts,
  attributionText,
  type Publisher,
} from "./attribution.js";
export { chart, chartHeight, headHeight } from "./chart.js";
export {
  ASSETS,
  type Asset,
  type ChartDay,
  type ChartView,
  type CurrentScore,
  parseCurrent,
  parseHistory,
} from "./chart-data.js";
export {
  type ColorToken,
  type ColorTokens,
  CSS_VARIABLES,
  colorsFrom,
  cssDeclarations,
  DARK,
  LIGHT,
} from "./colors.js";
export { rightMargin } from "./cycle/cycle-axes.js";
export { elasticCycleChart, PLOTS, type PlotName } from "./cycle/cycle-chart.js";
export {
  CYCLE_RANGES,
  type CycleChartData,
  type CyclePast,
  type CyclePoint,
  type CycleRange,
  type CycleTurn,
  dataOf,
} from "./cycle/cycle-data.js";
export { cycleScale } from "./cycle/cycle-scale.js";
export { daysPanels, daysPlot, panelsHeight } from "./days-panels.js";
export {
  EMBED_KINDS,
  type EmbedKind,
  type EmbedOptions,
  embedName,
  embedPath,
  embedSize,
  embedSnippets,
  FRAME_WIDTHS,
  hasAssets,
} from "./embeds.js";
export { flagText, movedText } from "./head.js";
export { icon } from "./icon.js";
export {
  formatLongDay,
  formatScore,
  formatTime,
  formatUsd,
  LANGUAGES,
  type Language,
  languageOf,
  MINUTE,
  nameOf,
  titleOf,
  translate,
  translateShort,
} from "./locale.js";
export { escapeMarkup, serialize, type Tree, tree } from "./markup.js";
export { PHASE_KEYS, PHASES } from "./phases.js";
export {
  defaultVariant,
  isWhole,
  type PictureName,
  type PictureView,
  type RenderState,
  renderSvg,
  type Size,
  sizesOf,
  THEMES,
  type Theme,
  type Variant,
  variantKey,
  viewOf,
} from "./pictures.js";
export { PADDING } from "./svg.js";
export { daysTable, dayText } from "./text-alternatives.js";
