import type { Tree } from "./tree.js";

const ESCAPES: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

/** Text that means itself, in an element as well as in a quoted attribute. The one place that escapes. */
export function escapeMarkup(text: string): string {
  return text.replace(/[&<>"']/g, (sign) => ESCAPES[sign] ?? "");
}

/** A tree as SVG or HTML. Every element is closed by a tag of its own, which both languages read alike. */
export function writeText({ tag, attributes, children }: Tree): string {
  const written = Object.entries(attributes).flatMap(([name, value]) =>
    value === undefined ? [] : [` ${name}="${escapeMarkup(String(value))}"`],
  );
  const inside = children.map((child) => (typeof child === "string" ? escapeMarkup(child) : writeText(child)));
  return `<${tag}${written.join("")}>${inside.join("")}</${tag}>`;
}
