// What a check of the hash chain finds: what is right, a remark, or a fault, and how each is written as a line.

import { formatDay, type UtcDay } from "peak-cycle-model";

/** One result of a check: that something is right, a remark about it, or a fault. */
export interface Finding {
  readonly kind: "ok" | "note" | "fault";
  readonly text: string;
  /** A fault that only says that the end of the chain is not signed, as for a moment after each closing. */
  readonly isUnsigned?: true;
  /** A fault that only says that nothing is stored yet, as before the first backfill. */
  readonly isEmpty?: true;
  /** The closed day that a fault is about, where it is about one. */
  readonly day?: UtcDay;
}

/** Something is right. */
export function ok(text: string): Finding {
  return { kind: "ok", text };
}

/** A remark, which is no fault. */
export function note(text: string): Finding {
  return { kind: "note", text };
}

/** Something is wrong. */
export function fault(text: string): Finding {
  return { kind: "fault", text };
}

/** A fault of one closed day. @param day as it is stored; one that no calendar has is left out */
export function dayFault(day: number, text: string): Finding {
  return hasDate(day) ? { ...fault(text), day: day as UtcDay } : fault(text);
}

/** The date of a day. Days that have none are found only in a changed database. */
export function dayName(day: number): string {
  return hasDate(day) ? formatDay(day as UtcDay) : `day ${day}`;
}

function hasDate(day: number): boolean {
  return Math.abs(day) < 1_000_000;
}

/** `1 statement`, `3 statements` */
export function counted(count: number, singular: string): string {
  return `${count} ${singular}${count === 1 ? "" : "s"}`;
}

/** A finding's text, escaped for a terminal: faults repeat stored data, which may contain anything. */
export function printable(text: string): string {
  return text.replaceAll(/\p{C}/gu, "?").slice(0, 500);
}

/** The message of whatever was thrown. */
export function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
