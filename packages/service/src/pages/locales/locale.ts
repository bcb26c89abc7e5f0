/** What a language of the pages consists of. */
import type { Html, Text } from "../html.js";
import type { en } from "./en/en.js";

/**
 * Every sentence of the translated pages in one language. English defines the shape; the compiler rejects missing and
 * unknown ones.
 */
export type Locale = Sentences<typeof en>;

/** A sentence, or a function that puts values into one. */
type Leaf = string | Html | ((...values: never) => Text);

type LeafOf<T> = T extends (...values: infer Values) => Text ? (...values: Values) => Text : Text;

type Sentences<T> = T extends Leaf ? LeafOf<T> : { readonly [K in keyof T]: Sentences<T[K]> };
