/** Every scenario, for `npm run scenarios` and the tests that run some of them. */

import { FIRST_START_SCENARIOS } from "./first-start-scenarios.js";
import { LIAR_SCENARIOS } from "./liar-scenarios.js";
import { MARKET_SCENARIOS } from "./market-scenarios.js";
import type { Scenario } from "./scenario.js";

export const SCENARIOS: readonly Scenario[] = [...MARKET_SCENARIOS, ...LIAR_SCENARIOS, ...FIRST_START_SCENARIOS];
