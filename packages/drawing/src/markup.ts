/** The tree of elements behind every drawing, and its serialization as SVG or HTML. */

/** One element of a drawing: an SVG or HTML tag, never a script. */
export interface Tree {
  readonly tag: string;
  /** In output order; `undefined` ones are left out. */
  readonly attributes: Attributes;
  /** Strings are text, which both renderers escape. */
  readonly children: readonly (Tree | string)[];
}

export type Attributes = Readonly<Record<string, string | number | undefined>>;

/** An element: the server renders it as text (`serialize`), `shared/dom.ts` of the widgets package as DOM. */
export function tree(tag: string, attributes: Attributes = {}, ...children: readonly (Tree | string)[]): Tree {
  return { tag, attributes, children };
}

/** A tree as SVG or HTML. Every element gets a closing tag, which both languages parse alike. */
export function serialize({ tag, attributes, children }: Tree): string {
  const attributeTexts = Object.entries(attributes).flatMap(([name, value]) =>
    value === undefined ? [] : [` ${name}="${escapeMarkup(String(value))}"`],
  );
  const inside = children.map((child) => (typeof child === "string" ? escapeMarkup(child) : serialize(child)));
  return `<${tag}${attributeTexts.join("")}>${inside.join("")}</${tag}>`;
}

const ESCAPES: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

/** Escapes text for elements and for quoted attributes. Nothing else escapes markup. */
export function escapeMarkup(text: string): string {
  return text.replace(/[&<>"']/g, (character) => ESCAPES[character] ?? "");
}
