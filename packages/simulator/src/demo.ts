import { startSimulator } from "./server.js";
import { SOURCE_NAMES } from "./sources/all.js";

/**
 * The upstreams of `peak demo`: a process beside the service, which starts it, is told the settings that point there, and
 * takes it along when it ends.
 */
const simulator = await startSimulator();

const urls = SOURCE_NAMES.map((name) => [
  `UPSTREAM_${name.toUpperCase().replaceAll("-", "_")}_URL`,
  simulator.baseUrl(name),
]);
// The simulator has no quota to protect, so requests need no second between them.
process.send?.({ UPSTREAM_SPACING_MS: "10", SIMULATED_MARKET: "yes", ...Object.fromEntries(urls) });

process.on("disconnect", () => process.exit());
// Ctrl-C reaches every process of a terminal: the service stops first.
for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, () => undefined);
