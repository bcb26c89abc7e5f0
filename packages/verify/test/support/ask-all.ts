/**
 * A process that sends a request to every address in its arguments, all at once, and prints how each one ended. It runs
 * a little longer than the last one: an error without a listener is emitted late, and would crash it.
 */
import { setTimeout } from "node:timers/promises";
import { getText } from "../../src/fetch-text.js";

/** Long enough by default that, even on a busy machine, only a response that never ends reaches it. */
const TIMEOUT_MS = Number(process.env["PEAK_TEST_TIMEOUT_MS"] ?? 15_000);

const OPTIONS = { headers: {}, maxBytes: 100_000, timeoutMs: TIMEOUT_MS, signal: new AbortController().signal };

async function endingOf(address: string) {
  return getText(new URL(address), OPTIONS).then(
    ({ status, text }) => ({ status, text: text.slice(0, 100) }),
    (error: { name: string; kind?: string; message: string }) => ({
      fault: error.kind ?? error.name,
      why: error.message,
    }),
  );
}

for (const ended of await Promise.all(process.argv.slice(2).map(endingOf))) console.log(JSON.stringify(ended));
await setTimeout(500);
console.log('"alive"');
