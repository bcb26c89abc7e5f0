import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { RecordedResponse } from "../bare-server.js";

/** The baseline: `node:http` that writes one recorded response, headers and body, to whatever is asked. */

let recorded: Pick<RecordedResponse, "status" | "headers" | "body"> = { status: 204, headers: [], body: "" };

const server = createServer((_request, response) => {
  response.writeHead(recorded.status, recorded.headers as string[]);
  response.end(recorded.body, "latin1");
});

process.on("message", (message: RecordedResponse) => {
  recorded = { ...message };
  server.maxRequestsPerSocket = message.requestsPerSocket;
  process.send?.("done");
});
server.listen(0, "127.0.0.1", () => process.send?.((server.address() as AddressInfo).port));
