/** Replaces ntfy: writes every message from Alertmanager to a file, one per line. */
import { appendFileSync } from "node:fs";
import { createServer } from "node:http";

createServer((request, response) => {
  const parts = [];
  request.on("data", (part) => parts.push(part));
  request.on("end", () => {
    appendFileSync("/run/alarms", `${parts.join("")}\n`);
    response.end();
  });
}).listen(2586, "127.0.0.1");
