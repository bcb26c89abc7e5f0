import { writeFileSync } from "node:fs";
import { goldenRecord, RECORD_FILE } from "../test/golden/backtest/golden-record.js";
import { ANSWERS_FILE, specifiedAnswers, writeAnswers } from "../test/golden/golden-answers.js";
import { GOLDEN_FILE, goldenEvaluations, writeGolden } from "../test/golden/golden-evaluations.js";

const golden = goldenEvaluations();
writeFileSync(GOLDEN_FILE, writeGolden(golden));
console.log(`${golden.rows.length} rows, ${golden.flags.length} flag changes written for model ${golden.modelVersion}`);

const recorded = await specifiedAnswers();
writeFileSync(ANSWERS_FILE, writeAnswers(recorded));
console.log(`${recorded.answers.length} answers written, packed by ${recorded.compressors}`);

const record = goldenRecord();
writeFileSync(RECORD_FILE, record);
console.log(`a record of ${record.length} characters written`);
