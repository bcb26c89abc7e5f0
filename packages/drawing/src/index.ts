/** The door of the package: the names that other packages draw with. */

export {
  type AttributionParts,
  attributionParts,
  attributionText,
  type Publisher,
} from "./attribution.js";
export { badge } from "./badge.js";
export { chart, chartHeight, chartPlace } from "./chart.js";
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
export { daysPlot } from "./days-panel.js";
export {
  EMBED_KINDS,
  type EmbedKind,
  type EmbedOptions,
  embedName,
  embedPath,
  embedSize,
  embedSnippets,
  hasAssets,
} from "./embeds.js";
export { icon } from "./icon.js";
export {
  formatLongDay,
  formatScore,
  formatUsd,
  LANGUAGES,
  type Language,
  languageOf,
  nameOf,
  pickTranslation,
  SOON,
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
export { daysTable, dayText } from "./text-alternatives.js";
