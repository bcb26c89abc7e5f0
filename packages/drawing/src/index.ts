/** The public API of the package. */

export { type AttributionParts, attributionParts, attributionText, type Publisher } from "./attribution.js";
export { badge } from "./badge.js";
export { chart } from "./chart.js";
export * from "./chart-data.js";
export { chartHeight, chartPlace, chartPlot, type SwitchPlace } from "./chart-plot.js";
export { color, cssDeclarations, DARK, LIGHT, withColors } from "./colors.js";
export { rightMargin } from "./cycle/cycle-axes.js";
export { cycleChart, type PagePlot, PLOTS } from "./cycle/cycle-chart.js";
export * from "./cycle/cycle-data.js";
export { cycleScale } from "./cycle/cycle-scale.js";
export * from "./embeds.js";
export { icon } from "./icon.js";
export * from "./locale.js";
export { escapeMarkup, serialize, type Tree, tree } from "./markup.js";
export * from "./pictures.js";
export { daysTable, dayText } from "./text-alternatives.js";
