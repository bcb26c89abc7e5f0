/** Width limits of drawings in px; in a narrower host or frame, the narrowest drawing is scaled down. */
export const MIN_WIDTH = 180;
export const MAX_WIDTH = 720;

/** Font size around drawings in px: no text in them is smaller. */
export const FONT_SIZE = 11;
