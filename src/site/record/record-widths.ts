/** Widths in px in which the drawing of the record is made; the style shows the one that fits. */
export const RECORD_WIDTHS = [288, 440, 640, 880] as const;
