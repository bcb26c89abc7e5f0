import type { IncomingMessage, ServerResponse } from "node:http";
import type { ConnectionLimits } from "./connection-limits.js";
import { type BeginAnswer, type Connection, type Connections, connectionOf, isFinished } from "./connections.js";

type AnswerInTurn = (request: IncomingMessage, response: ServerResponse, begin: BeginAnswer) => void;

/**
 * Answers to requests that were sent ahead, in one turn of the event loop. The system takes some 3 MB for a client that does
 * not read: begun one right after the other, a thousand such connections would hold up everybody for seconds.
 */
const AT_ONCE = 16;

/**
 * One answer at a time on a connection: the next one is begun when the client's system has room for all of the former. Node
 * would make the answers to all requests in a packet at once, and hold them until somebody reads. A client that sends too
 * many requests ahead is closed.
 */
export function answerTurns(limits: ConnectionLimits, { used, close }: Connections): AnswerInTurn {
  let waitingInAll = 0;
  let due: Connection[] = [];

  /** To be called when the former answer is finished, or the connection closed. */
  function next(connection: Connection): void {
    if (due.push(connection) === 1) setImmediate(beginDue);
  }

  function beginDue(): void {
    const now = due.slice(0, AT_ONCE);
    due = due.slice(AT_ONCE);
    if (due.length > 0) setImmediate(beginDue);
    for (const connection of now) beginNext(connection);
  }

  function beginNext(connection: Connection): void {
    const { socket, waiting } = connection;
    waitingInAll -= waiting.length;
    if (socket.writableEnded || socket.destroyed) waiting.length = 0;
    const first = waiting.shift();
    waitingInAll += waiting.length;
    if (first === undefined) return;
    if (waiting.length > 0) first.response.once("close", () => next(connection));
    start(connection, first.request, first.response, first.begin);
  }

  function start(connection: Connection, request: IncomingMessage, response: ServerResponse, begin: BeginAnswer): void {
    if (used(connection, response) >= limits.requestsPerSocket) response.shouldKeepAlive = false;
    begin(request, response);
  }

  return (request, response, begin) => {
    const connection = connectionOf(request.socket);
    if (connection === undefined || connection.socket.destroyed) return;
    const { response: former, waiting } = connection;
    const isFree = waiting.length === 0 && (former === undefined || isFinished(former));
    if (isFree) return start(connection, request, response, begin);
    const isTooMany = waiting.length >= limits.waitingRequests || waitingInAll >= limits.waitingInAll;
    if (isTooMany) return close(connection, "ahead");
    if (waiting.length === 0) former?.once("close", () => next(connection));
    waiting.push({ request, response, begin });
    waitingInAll++;
  };
}
