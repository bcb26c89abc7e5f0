/** An element of XML. */
export interface Element {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  /** All of its own text. */
  text: string;
  readonly children: Element[];
}

const NAME = "[A-Za-z_:][\\w:.-]*";
const OPENING = new RegExp(`^<(${NAME})((?:\\s+${NAME}="[^"<]*")*)\\s*(/?)>`);
const CLOSING = new RegExp(`^</(${NAME})\\s*>`);
const MEANINGS: Readonly<Record<string, string>> = { amp: "&", lt: "<", gt: ">", quot: '"', "#39": "'" };

/** Reads XML as far as our own answers use it. @throws Error for anything that is not well-formed */
export function readXml(document: string): Element {
  const declaration = '<?xml version="1.0" encoding="utf-8"?>\n';
  if (!document.startsWith(declaration)) throw new Error("no declaration");
  const top: Element = { name: "", attributes: {}, text: "", children: [] };
  const open = [top];
  let rest = document.slice(declaration.length);
  while (rest !== "") rest = rest.slice(readPiece(rest, open));
  const [root] = top.children;
  if (open.length > 1 || root === undefined || top.children.length > 1 || top.text.trim() !== "") {
    throw new Error("not one element that is closed");
  }
  return root;
}

/** @returns how many characters were read */
function readPiece(rest: string, open: Element[]): number {
  const inside = open.at(-1)!;
  const opening = OPENING.exec(rest);
  if (opening !== null) {
    const [all, name = "", attributes = "", empty] = opening;
    const element: Element = { name, attributes: attributesOf(attributes), text: "", children: [] };
    inside.children.push(element);
    if (empty === "") open.push(element);
    return all.length;
  }
  const closing = CLOSING.exec(rest);
  if (closing !== null) {
    if (open.pop()?.name !== closing[1]) throw new Error(`closed too early: ${closing[1]}`);
    return closing[0].length;
  }
  const text = /^[^<]+/.exec(rest)?.[0];
  if (text === undefined) throw new Error(`not well-formed: ${rest.slice(0, 40)}`);
  inside.text += decoded(text);
  return text.length;
}

function attributesOf(text: string): Record<string, string> {
  const pairs = [...text.matchAll(/([\w:.-]+)="([^"]*)"/g)].map(([, name = "", value = ""]) => [name, decoded(value)]);
  if (new Set(pairs.map(([name]) => name)).size !== pairs.length) throw new Error("an attribute twice");
  return Object.fromEntries(pairs);
}

function decoded(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: those are what XML forbids
  if (/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/.test(text))
    throw new Error("a character that XML forbids");
  return text.replace(/&([^;]*);?/g, (whole, name: string) => {
    const meaning = MEANINGS[name];
    if (meaning === undefined || !whole.endsWith(";")) throw new Error(`no entity: ${whole}`);
    return meaning;
  });
}
