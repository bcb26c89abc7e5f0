/** One result of a check: that something is right, a remark about it, or a fault. */
export interface Finding {
  readonly kind: "ok" | "note" | "fault";
  readonly text: string;
  /** A fault that only says that the end of the chain is not signed, as for a moment after each closing. */
  readonly isUnsigned?: true;
}

export function ok(text: string): Finding {
  return { kind: "ok", text };
}

export function note(text: string): Finding {
  return { kind: "note", text };
}

export function fault(text: string): Finding {
  return { kind: "fault", text };
}

/** `1 statement`, `3 statements` */
export function counted(count: number, singular: string): string {
  return `${count} ${singular}${count === 1 ? "" : "s"}`;
}

/** A finding's text, escaped for a terminal: faults repeat stored data, which may contain anything. */
export function printable(text: string): string {
  return text.replaceAll(/\p{C}/gu, "?").slice(0, 500);
}
