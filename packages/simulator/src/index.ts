/** The one door of the package: the simulator, its market and what can be made to go wrong. */

export { FAULTS, type Fault, faultyAnswer } from "./faults.js";
export { closeOf, dominanceAt, fearAndGreed, firstDayOf, mvrvOf } from "./market/market.js";
export { type Simulator, startSimulator } from "./server.js";
export { SOURCE_NAMES, SOURCES } from "./sources/all.js";
