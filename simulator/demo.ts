import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startSimulator } from "./server.js";

/**
 * The whole service with no network and no configuration: the simulated upstreams in this process, the service as it
 * is in a child process, its database in a folder that is made at the start and removed at the end.
 */

const SOURCES = ["kraken", "bitstamp", "binance", "coingecko", "coinpaprika", "alternative-me", "coin-metrics", "brk"];
/** The service as `npm start` runs it. */
const SERVICE = [
  "--max-semi-space-size=4",
  "--heap-growing-percent=20",
  new URL("../bundle/main.js", import.meta.url).pathname,
  "serve",
];

const simulator = await startSimulator({ port: 0 });
const folder = mkdtempSync(join(tmpdir(), "peak-demo-"));
const origin = `http://${process.env["HOST"] ?? "127.0.0.1"}:${process.env["PORT"] ?? "8080"}`;

const service = spawn(process.execPath, SERVICE, {
  stdio: "inherit",
  env: { ...process.env, ...upstreamSettings(), DATA_DIR: folder, SIMULATED_MARKET: "yes", MALLOC_ARENA_MAX: "1" },
});
announce();

for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, () => service.kill("SIGTERM"));
service.on("exit", (code) => {
  rmSync(folder, { recursive: true, force: true });
  process.exitCode = code ?? 1;
  void simulator.close();
});

/** The simulator has no quota to protect, so requests need no second between them. */
function upstreamSettings(): Record<string, string> {
  const urls = SOURCES.map((name) => [
    `UPSTREAM_${name.toUpperCase().replaceAll("-", "_")}_URL`,
    `${simulator.url}/${name}`,
  ]);
  return { UPSTREAM_SPACING_MS: "10", ...Object.fromEntries(urls) };
}

function announce(): void {
  console.log("Demo: the market is SIMULATED, every price and figure below is invented.");
  console.log(`Once the past is fetched (some seconds):
  ${origin}/
  ${origin}/api/public/nhci
  ${origin}/api/public/nhci/history`);
}
