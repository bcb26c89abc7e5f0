import { writeFileSync } from "node:fs";
import { GOLDEN_FILE, goldenEvaluations, writeGolden } from "../test/golden/golden-evaluations.js";

const golden = goldenEvaluations();
writeFileSync(GOLDEN_FILE, writeGolden(golden));
console.log(`${golden.rows.length} rows, ${golden.flags.length} flag changes written for model ${golden.modelVersion}`);
