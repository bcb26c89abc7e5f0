import { writeFileSync } from "node:fs";
import { GOLDEN_FILE, goldenEvaluations, writeGolden } from "../packages/model/test/golden/golden-evaluations.js";
import { ANSWERS_FILE, specifiedAnswers, writeAnswers } from "../packages/service/test/golden/golden-answers.js";

/** `npm run golden [name]` writes one golden file anew, or all of them: read the difference then. */
const GOLDEN: Readonly<Record<string, () => Promise<readonly [file: URL, text: string]>>> = {
  evaluations: async () => [GOLDEN_FILE, writeGolden(goldenEvaluations())],
  answers: async () => [ANSWERS_FILE, writeAnswers(await specifiedAnswers())],
};

const names = process.argv.slice(2);
for (const name of names.length > 0 ? names : Object.keys(GOLDEN)) {
  const make = GOLDEN[name];
  if (make === undefined) throw new Error(`no golden file ${name}; there are ${Object.keys(GOLDEN).join(", ")}`);
  const [file, text] = await make();
  writeFileSync(file, text);
  console.log(`${name}: ${text.split("\n").length} lines written`);
}
