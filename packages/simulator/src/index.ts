/** The public API of the package: the simulator, its market and its faults. */

export { FAULTS, type Fault, faultyAnswer } from "./faults.js";
export { closeOf, dominanceAt, fearAndGreed, firstDayOf, mvrvOf } from "./market/market.js";
export { type Simulator, startSimulator } from "./server.js";
export { SOURCE_NAMES, SOURCES } from "./sources/all.js";
