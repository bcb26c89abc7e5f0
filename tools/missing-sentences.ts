import { localeOf, TRANSLATIONS } from "../packages/service/src/pages/locales/locales.js";
import { sentencesOf } from "./sentences.js";

// Lists what each language does not say yet; pages show the English for it.

const english = sentencesOf(localeOf("en"));

for (const [language, translation] of Object.entries(TRANSLATIONS)) {
  const own = sentencesOf(translation);
  const missing = [...english].filter(([place]) => !own.has(place));
  process.stdout.write(`${language}: ${missing.length} of ${english.size} sentences are missing\n`);
  for (const [place, text] of missing) process.stdout.write(`  ${place}: ${text}\n`);
}
