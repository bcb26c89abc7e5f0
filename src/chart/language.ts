/** The languages of pictures, widgets and pages, by their ISO 639-1 codes. The first is the default. */
export const LANGUAGES = ["en", "es", "pt", "de", "fr"] as const;

export type Language = (typeof LANGUAGES)[number];

/** @param tag as in an HTML `lang` attribute or a query, e.g. `pt-BR`; anything unknown is English */
export function languageOf(tag: string | null | undefined): Language {
  const code = `${tag}`.slice(0, 2).toLowerCase();
  return LANGUAGES.find((each) => each === code) ?? "en";
}
