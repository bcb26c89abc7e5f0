import { spawnSync } from "node:child_process";

/** `npx tsx tools/update-golden-pictures.ts [part of a name]`: look at every changed picture before you commit it. */
const [part = ""] = process.argv.slice(2);
const env = { ...process.env, UPDATE_GOLDEN_PICTURES: part };
const { status } = spawnSync("npx", ["vitest", "run", "test/browser/golden-"], { stdio: "inherit", env });
process.exitCode = status ?? 1;
