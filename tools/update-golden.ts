import { writeFileSync } from "node:fs";
import { GOLDEN_FILE, goldenEvaluations, writeGolden } from "../packages/model/test/golden/golden-evaluations.js";

/** `npm run golden` writes the golden evaluations of the model anew: read the difference, and say why in its commit. */
writeFileSync(GOLDEN_FILE, writeGolden(goldenEvaluations()));
