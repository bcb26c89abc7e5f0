import { expect, onTestFinished, test } from "vitest";
import { endAsSupervised, eventually, startPeak } from "../support/service-process.js";
import { tempFolder } from "../support/temp-sqlite.js";

/** The first fetch of all days takes 6 s on an idle machine, and 26 s under a load of eight. */
const FIRST_FETCH_MS = 180_000;

test(
  "peak demo prints that it is ready once there is a score, and the addresses to open",
  async () => {
    const demo = startPeak(["demo"], { PORT: "0", TMPDIR: tempFolder() });
    onTestFinished(() => demo.kill());
    const look = () => {
      if (demo.child.exitCode !== null) throw new Error(`the demo ended: ${demo.err.join("\n")}`);
      const line = demo.out.findIndex((each) => each.startsWith("Ready."));
      return line === -1 || demo.out.length < line + 5 ? undefined : line;
    };
    const ready = await eventually("Ready", look, FIRST_FETCH_MS);
    const addresses = demo.out.slice(ready + 1, ready + 5).map((line) => line.trim().split(" ")[0] ?? "");
    const paths = addresses.map((address) => new URL(address).pathname);
    expect(paths).toEqual(["/", "/embed", "/docs", "/sandbox"]);
    for (const address of [...addresses, new URL("/api/public/nhci", addresses[0]).href]) {
      const { status } = await fetch(address, { headers: { accept: "text/html" } });
      expect([address, status]).toEqual([address, 200]);
    }
    expect((await endAsSupervised(demo, "SIGINT")).code).toBe(0);
  },
  2 * FIRST_FETCH_MS,
);
