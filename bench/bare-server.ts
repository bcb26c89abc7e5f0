/** The baseline: a plain `node:http` server that writes one recorded response to every request. */
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { RecordedAnswer } from "./hot-answer.js";

let answer: RecordedAnswer = { headers: [], body: "" };

const server = createServer((_request, response) => {
  response.writeHead(200, answer.headers as string[]);
  response.end(answer.body, "latin1");
});

process.on("message", (message: RecordedAnswer) => {
  answer = { ...message };
});
server.listen(0, "127.0.0.1", () => process.send?.((server.address() as AddressInfo).port));
