/** The sentences of each language. */
import type { Language } from "peak-cycle-drawing";
import { html, type Text } from "../html.js";
import { de } from "./de/de.js";
import { en } from "./en/en.js";
import { es } from "./es/es.js";
import { fr } from "./fr/fr.js";
import type { Locale } from "./locale.js";
import { pt } from "./pt/pt.js";

const LOCALES: Readonly<Record<Language, Locale>> = { en, es, pt, de, fr };

/** The sentences of the translated pages. */
export function localeOf(language: Language): Locale {
  return LOCALES[language];
}

/** Marks an English text on a page in another language. */
export function inEnglish(text: Text, language: Language): Text {
  return language === "en" ? text : html`<span lang="en">${text}</span>`;
}
