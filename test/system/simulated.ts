// The settings that point a service to the simulated sources.

const NAMES = ["KRAKEN", "BITSTAMP", "BINANCE", "COINGECKO", "COINPAPRIKA", "ALTERNATIVE_ME", "COIN_METRICS", "BRK"];

/** @param port the simulator's port on this machine */
export function simulatorSettings(port: number): Readonly<Record<string, string>> {
  const path = (name: string) => name.toLowerCase().replaceAll("_", "-");
  const urls = NAMES.map((name) => [`UPSTREAM_${name}_URL`, `http://127.0.0.1:${port}/${path(name)}`]);
  return { UPSTREAM_SPACING_MS: "10", SIMULATED_MARKET: "yes", ...Object.fromEntries(urls) };
}
