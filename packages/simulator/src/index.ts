/** The public API of the package: the simulator, its market, its bends and its faults. */

export type { Bend } from "./bends.js";
export { FAULTS, type Fault, faultyAnswer } from "./faults.js";
export type { MarketEvent } from "./market/events.js";
export { firstDayOf, Market } from "./market/market.js";
export { type Simulator, startSimulator } from "./server.js";
export { SOURCE_NAMES, SOURCES } from "./sources/all.js";
