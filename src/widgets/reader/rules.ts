import type { Ink } from "../../chart/palette.js";

/** Style rules of a reader. It covers the section in which it stands. */
export function readerRules({ paper, ink, line }: Ink): string {
  return `section{position:relative}span{position:absolute;inset:0;touch-action:pan-y}span p{position:absolute;inset:4px 4px auto;padding:6px 8px;border:1px solid ${line};border-radius:6px;background:${paper};color:${ink}}`;
}
