import { chartHeight } from "./chart.js";

/**
 * Widths in px in which the page for frames holds its picture. The widest that fits is shown, drawn out to the frame:
 * by a third at most, beyond 1,000 px more. With 650 among them code for 750 px also fits a column of
 * 700, with 280 little is lost of code for 480 in the narrowest columns of phones.
 */
export const FRAME_WIDTHS = [180, 240, 280, 320, 420, 560, 650, 750, 1000] as const;

/** What stands below the picture: the attribution, in two lines where it does not fit one. */
const LINE_PX = 36;
const TWO_LINES_PX = 54;
const NARROW_PX = 400;

/** Height in px that a frame of a width needs, so that nothing has to be scrolled when no script tells it. */
export function frameHeight(width: number): number {
  const drawn = FRAME_WIDTHS.findLast((each) => each <= width) ?? FRAME_WIDTHS[0];
  const line = width < NARROW_PX ? TWO_LINES_PX : LINE_PX;
  return Math.ceil((chartHeight(drawn, false) * width) / drawn) + line;
}
