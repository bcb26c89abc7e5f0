// A made-up market and its sources over real HTTP.

// The sources, as a server or as plain functions.

export { type Simulator, startSimulator } from "./server.js";
export { openSimulatedSources, SOURCE_NAMES, type SourceName } from "./sources/all.js";

// What can go wrong with them.

export { ANSWER_FAULTS, CONTENT_FAULTS, FAULTS, type Fault, type FaultOptions } from "./faults/catalogue.js";

// The market itself.

export { simulatedMarket } from "./market/market.js";
