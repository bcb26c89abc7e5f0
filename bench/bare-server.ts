import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { Recorded } from "./parts/recorded.js";

/** The baseline: `node:http` that writes one recorded answer, head and body, to whatever is asked. */

let answer: Pick<Recorded, "status" | "head" | "body"> = { status: 204, head: [], body: "" };

const server = createServer((_request, response) => {
  response.writeHead(answer.status, answer.head as string[]);
  response.end(answer.body, "latin1");
});

process.on("message", (recorded: Recorded) => {
  answer = { ...recorded };
  server.maxRequestsPerSocket = recorded.requestsPerSocket;
  process.send?.("shown");
});
server.listen(0, "127.0.0.1", () => process.send?.((server.address() as AddressInfo).port));
