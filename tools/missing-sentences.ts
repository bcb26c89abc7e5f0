import { apiReference } from "../src/http/api-reference.js";
import { ENDPOINTS } from "../src/http/endpoints/all.js";
import { fieldWords } from "../src/site/docs-endpoint.js";
import { plainText } from "../src/site/html.js";
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
  const own = new Map(sentencesOf(translation));
  for (const { path } of reference.flatMap(({ fields }) => fields)) {
    const text = fieldWords(path, translation.docs?.fields ?? {});
    if (text !== undefined) own.set(`docs.fields.${path}`, plainText(text));
  }
  const missing = [...english].filter(([place]) => !own.has(place));
  process.stdout.write(`${language}: ${missing.length} of ${english.size} sentences are missing\n`);
  for (const [place, text] of missing) process.stdout.write(`  ${place}: ${text}\n`);
}
