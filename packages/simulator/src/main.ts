/**
 * The simulated sources as a program. `npm run simulator -- --port N` serves them until SIGTERM, each at
 * `http://127.0.0.1:N/<name>`. Without `--port` it is started by `peak demo`: it picks a free port, sends its parent
 * the settings that point there, and exits with it.
 */
import { type Simulator, startSimulator } from "./server.js";
import { SOURCE_NAMES } from "./sources/all.js";

function settingsFor(simulator: Simulator): Record<string, string> {
  const urls = SOURCE_NAMES.map((name) => [
    `UPSTREAM_${name.toUpperCase().replaceAll("-", "_")}_URL`,
    simulator.baseUrl(name),
  ]);
  // The simulator has no quota, so requests need not be a second apart.
  return { UPSTREAM_SPACING_MS: "10", SIMULATED_MARKET: "yes", ...Object.fromEntries(urls) };
}

async function serveAlone(port: number): Promise<void> {
  const simulator = await startSimulator({ port });
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => void simulator.close());
  console.log(`The simulated sources listen at ${simulator.url}. Settings for a service that uses them:`);
  for (const [name, value] of Object.entries(settingsFor(simulator))) console.log(`${name}=${value}`);
}

async function serveDemo(): Promise<void> {
  const simulator = await startSimulator();
  process.send?.(settingsFor(simulator));
  process.on("disconnect", () => process.exit());
  // Ctrl-C reaches every process in a terminal; the service must stop first.
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, () => undefined);
}

/** @returns `undefined` for anything but a port number */
function portOf(args: readonly string[]): number | undefined {
  const [name, port = "", ...rest] = args;
  const isPort = name === "--port" && rest.length === 0 && /^\d{1,5}$/.test(port) && Number(port) < 65_536;
  return isPort ? Number(port) : undefined;
}

async function main(args: readonly string[]): Promise<void> {
  if (process.send !== undefined && args.length === 0) return serveDemo();
  const port = portOf(args);
  if (port !== undefined) return serveAlone(port);
  throw new Error("usage: npm run simulator -- --port N (0 picks a free port)");
}

await main(process.argv.slice(2)).catch((error: Error) => {
  process.stderr.write(`simulator: ${error.message}\n`);
  process.exitCode = 2;
});
