import type { Server } from "node:http";
import type { Socket } from "node:net";

/**
 * Closes connections over which no byte went in either direction for a while, for instance of a client that does not
 * read its answers. Node's own `server.timeout` does the same and costs every request two timers, 3 % of an answer.
 *
 * @param silenceMs a silent connection is closed after this long, or twice as long at most
 */
export function closeSilentSockets(server: Server, silenceMs: number): void {
  const bytesBefore = new Map<Socket, number>();
  server.on("connection", (socket) => {
    bytesBefore.set(socket, -1);
    socket.once("close", () => bytesBefore.delete(socket));
  });
  const timer = setInterval(() => {
    for (const [socket, before] of bytesBefore) {
      const bytes = socket.bytesRead + socket.bytesWritten;
      if (bytes === before) socket.destroy();
      else bytesBefore.set(socket, bytes);
    }
  }, silenceMs);
  timer.unref();
  server.on("close", () => clearInterval(timer));
}
