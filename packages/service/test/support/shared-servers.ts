import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { chromium } from "playwright-core";
import type { TestProject } from "vitest/node";
import { CHROMIUM_ARGUMENTS, chromiumEnvironment } from "./chromium.js";
import { findChromium, findPostgres } from "./find-programs.js";
import { startPostgres } from "./postgres-server.js";
import { prepareTemplate } from "./temp-postgres.js";

declare module "vitest" {
  interface ProvidedContext {
    /** Address of the run's PostgreSQL server, as the superuser; `undefined` where none is installed. */
    readonly postgres: string | undefined;
    /** Where the run's Chromium listens for Playwright; `undefined` where none is installed. */
    readonly chromium: string | undefined;
    /** Where `madeOnce` keeps what is made once a run, and what tests leave until its end. */
    readonly folders: string;
  }
}

const ends: (() => Promise<void>)[] = [];

/** Starts the servers that all files of a run share. Vitest calls it once, in a process of its own. */
export async function setup({ provide }: TestProject): Promise<void> {
  const [postgres, browser] = await Promise.all([sharedPostgres(), sharedChromium()]);
  provide("postgres", postgres);
  provide("chromium", browser);
  provide("folders", sharedFolders());
}

export async function teardown(): Promise<void> {
  await Promise.all(ends.splice(0).map((end) => end()));
}

async function sharedPostgres(): Promise<string | undefined> {
  const bin = findPostgres();
  if (bin === undefined) return undefined;
  const server = await startPostgres(bin, "max_connections = 200");
  ends.push(() => server.end());
  await prepareTemplate(server);
  return server.address("postgres").href;
}

async function sharedChromium(): Promise<string | undefined> {
  const executablePath = findChromium();
  if (executablePath === undefined) return undefined;
  const args = [...CHROMIUM_ARGUMENTS];
  const server = await chromium.launchServer({ executablePath, args, env: chromiumEnvironment(), host: "127.0.0.1" });
  ends.push(() => server.close());
  return server.wsEndpoint();
}

function sharedFolders(): string {
  const folder = mkdtempSync(join(tmpdir(), "peak-run-"));
  ends.push(async () => rmSync(folder, { recursive: true, force: true }));
  return folder;
}
