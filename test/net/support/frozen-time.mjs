/**
 * Preloaded by `node --import`: time is frozen at the instant in the file that FROZEN_TIME_FILE names, so that a
 * process computes and returns the same on every run. SIGUSR2 makes it read the file again. Timers run as usual.
 */
import { readFileSync } from "node:fs";

const MachineDate = Date;
const read = () => MachineDate.parse(readFileSync(process.env.FROZEN_TIME_FILE, "utf8").trim());
let frozen = read();
process.on("SIGUSR2", () => {
  frozen = read();
});

class FrozenDate extends MachineDate {
  constructor(...parts) {
    if (parts.length === 0) super(frozen);
    else super(...parts);
  }

  static now() {
    return frozen;
  }
}

globalThis.Date = FrozenDate;
