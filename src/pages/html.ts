/** Text that is HTML already. Made by `html` alone. */
export class Html {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

/** What may stand in a template: text and numbers are escaped, nothing is drawn for `undefined`. */
type Part = Html | string | number | undefined | readonly Html[];

const ESCAPES: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

/** A template whose values cannot become markup, in text as well as in quoted attributes. */
export function html(strings: TemplateStringsArray, ...parts: readonly Part[]): Html {
  return new Html(strings.reduce((text, next, i) => text + drawn(parts[i - 1]) + next));
}

function drawn(part: Part): string {
  if (part === undefined) return "";
  if (part instanceof Html) return part.text;
  if (typeof part === "object") return part.map(({ text }) => text).join("");
  return String(part).replace(/[&<>"']/g, (sign) => ESCAPES[sign] ?? "");
}

/** An address for `href`: only http and https, so that no configured text becomes a script. */
export function webLink(address: string): string | undefined {
  const isWeb = URL.canParse(address) && ["http:", "https:"].includes(new URL(address).protocol);
  return isWeb ? address : undefined;
}
