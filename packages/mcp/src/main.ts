#!/usr/bin/env node
/** The `peak-cycle-mcp URL` command: serves tools to an agent over standard input and output until the input ends. */
import { serveTools } from "./serve-tools.js";

const USAGE = "usage: peak-cycle-mcp URL, the address of a Peak site, such as https://peak.example";

const stop = new AbortController();
for (const signal of ["SIGTERM", "SIGINT"] as const) process.on(signal, () => stop.abort());

const [url, ...more] = process.argv.slice(2);
if (url === undefined || more.length > 0 || !/^https?:\/\//.test(url) || !URL.canParse(url)) {
  process.stderr.write(`${USAGE}\n`);
  process.exitCode = 2;
} else {
  const write = (text: string) => process.stdout.write(text);
  await serveTools({ baseUrl: url, input: process.stdin, write, stop: stop.signal }).catch((error: unknown) => {
    if (!stop.signal.aborted) throw error;
  });
  process.exit();
}
