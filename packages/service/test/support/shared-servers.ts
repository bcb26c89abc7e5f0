/** Starts the servers that all test files of a run share. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { TestProject } from "vitest/node";
import { startChromium } from "./chromium.js";
import { findPostgres } from "./find-programs.js";
import { startPostgres } from "./postgres-server.js";
import { prepareTemplate } from "./temp-postgres.js";

declare module "vitest" {
  interface ProvidedContext {
    /** Address of the run's PostgreSQL server, as the superuser; `undefined` if none is installed. */
    readonly postgres: string | undefined;
    /** Where the run's Chromium listens for Playwright; `undefined` if none is installed. */
    readonly chromium: string | undefined;
    /** The folder of `madeOnce`, for what is made once per run or kept until its end. */
    readonly folders: string;
  }
}

/** Vitest calls this once for each project. */
const ends: (() => Promise<void>)[] = [];

/** Starts the servers that all files of a run share. Vitest calls it once, in a separate process. */
export async function setup({ provide }: TestProject): Promise<void> {
  const bin = findPostgres();
  const [postgres, browser] = await Promise.all([
    bin === undefined ? undefined : startPostgres(bin, "max_connections = 200"),
    startChromium(),
  ]);
  const folders = mkdtempSync(join(tmpdir(), "peak-run-"));
  ends.push(async () => {
    await Promise.all([postgres?.end(), browser?.close()]);
    rmSync(folders, { recursive: true, force: true });
  });
  if (postgres) await prepareTemplate(postgres);
  provide("postgres", postgres?.address.href);
  provide("chromium", browser?.wsEndpoint());
  provide("folders", folders);
}

export async function teardown(): Promise<void> {
  for (const end of ends.splice(0)) await end();
}
