/** Widths in px in which the year is drawn; the page's style shows the one that fits. */
export const YEAR_WIDTHS = [148, 288, 560, 860] as const;
