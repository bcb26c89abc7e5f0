import type { Language } from "../../chart/locale.js";
import { de } from "./de/words.js";
import { en } from "./en/words.js";
import { es } from "./es/words.js";
import { fr } from "./fr/words.js";
import { pt } from "./pt/words.js";
import type { Words } from "./shape.js";

/** What the pages say, in every language. */
export const WORDS: Readonly<Record<Language, Words>> = { en, es, pt, de, fr };
