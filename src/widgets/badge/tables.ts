/** Made from the words and colors of the pictures when the script is built, with nothing in them that a badge does not show. */
declare const __PEAK_BADGE_WORDS__: readonly string[];
declare const __PEAK_BADGE_COLORS__: readonly [light: string, dark: string];

/** In the order of `LANGUAGES`: `stale`, `unreachable`, `soon`, the phases from low to high. A bar is between them. */
export const WORDS = __PEAK_BADGE_WORDS__;

/** Light and dark, in hexadecimal digits: paper, ink, soft, line, and the phases from low to high. */
export const COLORS = __PEAK_BADGE_COLORS__;
