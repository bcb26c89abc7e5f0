import { apiReference } from "../src/http/api-reference.js";
import { ENDPOINTS } from "../src/http/endpoints/all.js";
import { localeOf, TRANSLATIONS } from "../src/site/locales/locales.js";
import { sentencesOf } from "./sentences.js";

// Lists what each language does not say yet; pages show the English for it.

const reference = apiReference(ENDPOINTS);
const fields = reference.flatMap(({ fields }) =>
  fields.map(({ path, description }) => [`docs.fields.${path}`, description] as const),
);
const answers = reference.flatMap(({ id, docs }) => [...sentencesOf(docs, `docs.endpoints.${id}`)]);
const english = new Map([...answers, ...sentencesOf(localeOf("en")), ...fields]);

for (const [language, translation] of Object.entries(TRANSLATIONS)) {
  const own = sentencesOf(translation);
  const missing = [...english].filter(([place]) => !own.has(place));
  process.stdout.write(`${language}: ${missing.length} of ${english.size} sentences are missing\n`);
  for (const [place, text] of missing) process.stdout.write(`  ${place}: ${text}\n`);
}
