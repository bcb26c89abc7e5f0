/** One element of a picture or of the lines around it: an SVG or HTML tag, never a script. */
export interface Tree {
  readonly tag: string;
  /** In the order in which they are written; one that is `undefined` is left out. */
  readonly attributes: Attributes;
  /** Text is text: both writers see to it that it cannot become markup. */
  readonly children: readonly (Tree | string)[];
}

export type Attributes = Readonly<Record<string, string | number | undefined>>;

/** Written as text by the server (`write-text.ts`) and as DOM by the browser (`widgets/shared/draw.ts`). */
export function tree(tag: string, attributes: Attributes = {}, ...children: readonly (Tree | string)[]): Tree {
  return { tag, attributes, children };
}
