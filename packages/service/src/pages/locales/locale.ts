import type { Html, Text } from "../html.js";
import type { en } from "./en/en.js";

/** Every sentence of the translated pages in one language. English gives the shape. */
export type Locale = Sentences<typeof en>;

/** A translation; where a sentence is missing, English stands in for it. */
export type Translation = Partly<Locale>;

/** A sentence, or a function that puts values into one. */
type Leaf = string | Html | ((...values: never) => Text);

type LeafOf<T> = T extends (...values: infer Values) => Text ? (...values: Values) => Text : Text;

type Sentences<T> = T extends Leaf ? LeafOf<T> : { readonly [K in keyof T]: Sentences<T[K]> };

type Partly<T> = T extends Leaf | readonly unknown[] ? T : { readonly [K in keyof T]?: Partly<T[K]> };
