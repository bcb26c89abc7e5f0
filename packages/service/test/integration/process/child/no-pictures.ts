/** Loaded first into a built `peak`: the thread that would draw pictures says that it is done, and has drawn none. */

import { parentPort } from "node:worker_threads";

const listen = parentPort?.on.bind(parentPort);
if (parentPort !== null && listen !== undefined) {
  Object.assign(parentPort, {
    on: (name: "message", listener: (task: object) => void) =>
      listen(name, (task: object) => {
        if ("pictures" in task) parentPort?.postMessage({ done: true });
        else listener(task);
      }),
  });
}
