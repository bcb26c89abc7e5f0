import { ask, freshClient, type Reply } from "./ask.js";
import { endedPeak, eventually } from "./service-process.js";

/** Longer than a key may take to be known everywhere, on a busy machine; nothing is asserted about the time. */
export const KNOWN_MS = 60_000;

/** Runs the built `peak keys` beside a service. @returns what it printed */
export async function peakKeys(
  settings: Readonly<Record<string, string>>,
  ...args: readonly string[]
): Promise<string> {
  const { code, out, err } = await endedPeak(["keys", ...args], settings);
  if (code !== 0) throw new Error(err.join("\n"));
  return out.join("\n");
}

/** Asks with a key, from an address that nobody has asked from. */
export function getWith(origin: string, path: string, key: string): Promise<Reply> {
  return ask(origin + path, { from: freshClient(), headers: { "x-nhci-api-key": key } });
}

/** Waits until the score is answered so. */
export async function untilStatus(origin: string, key: string, status: number): Promise<void> {
  const isThere = async () => (await getWith(origin, "/api/public/nhci", key)).status === status || undefined;
  await eventually(`${status} with a key`, isThere, KNOWN_MS);
}
