import type { EmbedKind } from "../../chart/embeds.js";
import type { Html } from "../html.js";
import type { Text } from "./shape.js";

/** Words of the page about embedding. */
export interface EmbedWords {
  readonly title: (indexName: string) => string;
  readonly description: string;
  readonly heading: string;
  readonly lead: string;
  readonly kinds: Readonly<Record<EmbedKind, string>>;
  readonly choose: ChooseWords;
  /** Heading of the snippets that are ready without a choice. */
  readonly ready: string;
  readonly scripts: {
    readonly heading: string;
    readonly points: readonly Text[];
    readonly columns: readonly [attribute: string, values: string, meaning: string];
    readonly asset: Text;
    readonly size: Text;
    readonly theme: Text;
    readonly lang: Text;
    readonly api: Text;
  };
  readonly frame: { readonly heading: string; readonly intro: Text; readonly height: Text };
  readonly pictures: { readonly heading: string; readonly intro: Text; readonly cache: Text };
  readonly policy: {
    readonly heading: string;
    readonly intro: string;
    readonly rows: readonly [scripts: string, frame: string, pictures: string];
    readonly after: Text;
  };
  readonly pinned: { readonly heading: string; readonly intro: Text; readonly rule: Text };
  readonly places: { readonly heading: string; readonly rows: readonly (readonly [place: string, how: Text])[] };
  readonly privacy: { readonly heading: string; readonly text: string };
  readonly attribution: { readonly heading: string; readonly text: (link: string) => Html };
}

/** Words of the configurator; its script reads them from the page. */
export interface ChooseWords {
  readonly heading: string;
  readonly kind: string;
  readonly size: string;
  readonly sizes: readonly [small: string, medium: string, large: string];
  readonly fills: string;
  readonly theme: string;
  readonly themes: readonly [auto: string, light: string, dark: string];
  readonly language: string;
  readonly pageLanguage: string;
  readonly preview: string;
  readonly code: string;
  readonly copy: string;
  readonly copied: string;
  /** When the browser does not let us copy: the text is selected. */
  readonly selected: string;
}
