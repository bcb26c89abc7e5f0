/**
 * A process that asks every address it is given, one after the other, and prints how each request ended. It lives a
 * little longer than the last one: an error that nobody listens to comes late, and ends it with a stack.
 */
import { setTimeout } from "node:timers/promises";
import { getText } from "../../src/fetch-text.js";

const signal = new AbortController().signal;

for (const address of process.argv.slice(2)) {
  const options = { headers: {}, maxBytes: 100_000, timeoutMs: 1500, signal };
  const ended = await getText(new URL(address), options).then(
    ({ status, text }) => ({ status, text: text.slice(0, 100) }),
    (error: { name: string; kind?: string; message: string }) => ({
      fault: error.kind ?? error.name,
      why: error.message,
    }),
  );
  console.log(JSON.stringify(ended));
}
await setTimeout(500);
console.log('"alive"');
