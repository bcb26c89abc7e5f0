/** The sentences of a language, with English where it lacks one. */

import { LANGUAGES, type Language } from "peak-cycle-drawing";
import { Html, html, type Text } from "../html.js";
import { de } from "./de/de.js";
import { en } from "./en/en.js";
import { es } from "./es/es.js";
import { fr } from "./fr/fr.js";
import type { Locale, Translation } from "./locale.js";
import { pt } from "./pt/pt.js";

/** The languages besides English. */
export const TRANSLATIONS: Readonly<Record<Exclude<Language, "en">, Translation>> = { es, pt, de, fr };

const LOCALES = new Map(
  LANGUAGES.map((language) => [language, language === "en" ? en : completed(TRANSLATIONS[language])]),
);

/** What the pages say in a language; English, marked as such, where the language lacks a sentence. */
export function localeOf(language: Language): Locale {
  return LOCALES.get(language) ?? en;
}

/** A translation, in which English stands for what it lacks. */
export function completed(translation: Translation): Locale {
  // The compiler has checked the translation against English; what follows walks both without their types.
  return complete(en, translation) as Locale;
}

/** An English text, marked as such on a page in another language. */
export function inEnglish(text: Text, language: Language): Text {
  return language === "en" ? text : marked(text);
}

type Branch = Readonly<Record<string, unknown>>;

function complete(english: unknown, own: unknown): unknown {
  if (typeof english === "number") return english; // the same in every language
  if (typeof english === "string" || english instanceof Html) return own ?? marked(english);
  if (typeof english === "function") {
    return own ?? ((...values: readonly unknown[]) => marked(Reflect.apply(english, undefined, values) as Text));
  }
  const [all, some] = [english as Branch, (own ?? {}) as Branch];
  const keys = Object.keys({ ...all, ...some });
  const merged = keys.map((key) => [key, key in all ? complete(all[key], some[key]) : some[key]] as const);
  return Array.isArray(english) ? merged.map(([, value]) => value) : Object.fromEntries(merged);
}

function marked(text: Text): Html {
  return html`<span lang="en">${text}</span>`;
}
