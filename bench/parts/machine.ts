import { execFileSync } from "node:child_process";
import { arch, cpus, loadavg, platform, totalmem } from "node:os";
import { ROOT } from "./places.js";

/** Where and on what the figures were measured. */
export function circumstances() {
  return {
    date: new Date().toISOString(),
    commit: commit(),
    node: process.version,
    machine: {
      cores: cpus().length,
      shared: "other programs were running",
      memoryMb: Math.round(totalmem() / 2 ** 20),
      system: `${platform()} ${arch()}`,
      loadBefore: loadavg().map((load) => Math.round(load * 100) / 100),
    },
  };
}

/** The commit, with `+` after it when files differ from it; `undefined` where git cannot tell. */
function commit(): string | undefined {
  const git = (...words: string[]) => execFileSync("git", words, { cwd: ROOT, encoding: "utf8", stdio: "pipe" }).trim();
  try {
    return git("rev-parse", "--short", "HEAD") + (git("status", "--porcelain", "--", "src") === "" ? "" : "+");
  } catch {
    return undefined;
  }
}
