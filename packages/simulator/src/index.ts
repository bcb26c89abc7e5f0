/** The one door of the package: the simulator, its market and what can be made to go wrong. */

export { ANSWER_FAULTS, CONTENT_FAULTS, FAULTS, type Fault, type FaultOptions } from "./faults/catalogue.js";
export { simulatedMarket } from "./market/market.js";
export { type Simulator, startSimulator } from "./server.js";
export { openSimulatedSources, SOURCE_NAMES, type SourceName } from "./sources/all.js";
