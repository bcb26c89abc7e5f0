/** A new HTML element. Text is never parsed as markup. */
export function element(
  tag: string,
  attributes: Readonly<Record<string, string>>,
  ...children: readonly (Node | string)[]
): HTMLElement {
  const made = document.createElement(tag);
  for (const name in attributes) made.setAttribute(name, attributes[name] as string);
  made.append(...children);
  return made;
}
