import { writeFileSync } from "node:fs";
import { GOLDEN_FILE, goldenEvaluations, writeGolden } from "../packages/model/test/golden/golden-evaluations.js";

/** `npm run golden` rewrites the golden evaluations of the model. Review the diff, and explain it in the commit. */
writeFileSync(GOLDEN_FILE, writeGolden(goldenEvaluations()));
