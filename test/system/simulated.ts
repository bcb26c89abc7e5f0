/** The settings that point a service to the simulated sources. */
import { SOURCE_NAMES } from "../../packages/service/src/sources/order.js";
import { urlSetting } from "../../packages/service/src/sources/sources.js";

/** @param port the simulator's port on this machine */
export function simulatorSettings(port: number): Readonly<Record<string, string>> {
  const urls = SOURCE_NAMES.map((name) => [urlSetting(name), `http://127.0.0.1:${port}/${name}`]);
  return { UPSTREAM_SPACING_MS: "10", SIMULATED_MARKET: "yes", ...Object.fromEntries(urls) };
}
