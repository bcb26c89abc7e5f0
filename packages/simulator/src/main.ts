// The command that runs the simulator alone, until it is interrupted.

import { parseArgs } from "node:util";
import { startSimulator } from "./server.js";

const USAGE = "usage: node packages/simulator/dist/main.js [--port N] [--at ISO [--fixed]] [--lively]";

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      port: { type: "string", default: "0" },
      at: { type: "string" },
      fixed: { type: "boolean", default: false },
      lively: { type: "boolean", default: false },
    },
  });
  const port = Number(values.port);
  if (!Number.isInteger(port) || port < 0 || port > 65_535) throw new RangeError(`not a port: ${values.port}`);
  const simulator = await startSimulator({
    port,
    fixed: values.fixed,
    lively: values.lively,
    ...(values.at === undefined ? {} : { at: values.at }),
  });
  const now = new Date(simulator.clock.now()).toISOString();
  console.log(`SIMULATED MARKET, no number is real: ${simulator.url}, simulated time ${now}`);
  const stop = () => simulator.close().then(() => process.exit(0));
  process.once("SIGTERM", stop);
  process.once("SIGINT", stop);
}

main().catch((error: unknown) => {
  console.error(`${error instanceof Error ? error.message : String(error)}\n${USAGE}`);
  process.exit(2);
});
