import { execFileSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { madeOnce } from "./made-once.js";

const ROOT = fileURLToPath(new URL("../../../../", import.meta.url));

/** What `npm run package` makes of the build: the tarballs, and a folder of each package's name with what is in it. */
export function packedPackages(): Promise<string> {
  return madeOnce("packed", async (folder) => {
    const pack = ["--conditions=peak-source", "--import", "tsx", "tools/pack.ts", folder];
    execFileSync(process.execPath, pack, { cwd: ROOT, stdio: "ignore" });
  });
}
