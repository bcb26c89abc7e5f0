import { spawnSync } from "node:child_process";
import { NEEDS, prepare } from "../test/support/needs.js";

const quietly = (command: string, ...words: string[]) => spawnSync(command, words, { stdio: "ignore" }).status === 0;

prepare(NEEDS, {
  asRoot() {
    if (!quietly("apt-get", "--version")) return undefined;
    if (process.getuid?.() === 0) return [];
    return quietly("sudo", "-n", "true") ? ["sudo", "-n"] : undefined;
  },
  run: ([command = "", ...words]) => spawnSync(command, words, { stdio: ["ignore", "ignore", "inherit"] }).status === 0,
  say: (line) => console.log(line),
});
