/** Widths in px in which the chart of the front page is drawn; its style shows the one that fits. */
export const CHART_WIDTHS = [288, 360, 560, 860] as const;
