import type { Html, Text } from "../html.js";
import type { en } from "./en/en.js";

/** Everything the pages say in one language. Its shape is that of English, which is complete. */
export type Locale = Complete<typeof en>;

/** What is said in another language: any sentence may be missing, and none may be unknown or of another kind. */
export type Translation = Translated<typeof en>;

/** A sentence, or what makes one of its values. */
type Leaf = string | Html | ((...values: never) => Text);

type LeafOf<T> = T extends (...values: infer Values) => Text ? (...values: Values) => Text : Text;

type Complete<T> = T extends Leaf ? LeafOf<T> : { readonly [K in keyof T]: Complete<T[K]> };

type Translated<T> = T extends Leaf ? LeafOf<T> : { readonly [K in keyof T]?: Translated<T[K]> };
