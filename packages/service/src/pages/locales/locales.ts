/** The sentences of each language. */
import type { Language } from "peak-cycle-drawing";
import { Html, html, type Text } from "../html.js";
import { de } from "./de/de.js";
import { en } from "./en/en.js";
import { es } from "./es/es.js";
import { fr } from "./fr/fr.js";
import type { Locale, Translation } from "./locale.js";
import { pt } from "./pt/pt.js";

const LOCALES: Readonly<Record<Language, Locale>> = {
  en,
  es: overEnglish(es),
  pt: overEnglish(pt),
  de: overEnglish(de),
  fr: overEnglish(fr),
};

/** The sentences of the translated pages. */
export function localeOf(language: Language): Locale {
  return LOCALES[language];
}

/** Marks an English text on a page in another language. */
export function inEnglish(text: Text, language: Language): Text {
  return language === "en" ? text : html`<span lang="en">${text}</span>`;
}

function overEnglish(translation: Translation): Locale {
  return merged(en, translation) as Locale;
}

function merged(base: unknown, own: unknown): unknown {
  if (own === undefined) return base;
  if (!isGroup(base) || !isGroup(own)) return own;
  return Object.fromEntries(Object.entries(base).map(([key, value]) => [key, merged(value, own[key])]));
}

function isGroup(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value) && !(value instanceof Html);
}
