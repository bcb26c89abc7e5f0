/** One line about what was checked: that it holds, that something is to be known about it, or that it does not hold. */
export interface Finding {
  readonly kind: "ok" | "note" | "fault";
  readonly text: string;
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
