import type { Language } from "./language.js";
import type { Ink } from "./palette.js";

/** How a picture is to be drawn. */
export interface Manner {
  /** Integer px, 180..1200; a badge is at most 400 wide. */
  readonly width: number;
  readonly ink: Ink;
  readonly language: Language;
  /** Name of the index, the heading of a card. */
  readonly title?: string;
}
