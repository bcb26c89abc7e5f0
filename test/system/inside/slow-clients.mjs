/** Opens 400 connections, sends half a request on each, and prints how many are still open after 20 s. */
import { connect } from "node:tls";

const sockets = Array.from({ length: 400 }, () => {
  const socket = connect({
    host: "127.0.0.1",
    port: 443,
    servername: "score.your-site.org",
    rejectUnauthorized: false,
  });
  socket.on("error", () => {});
  socket.on("secureConnect", () => socket.write("GET / HTTP/1.1\r\nHost: score.your-site.org\r\nX-Slow: "));
  socket.resume();
  return socket;
});
await new Promise((resolve) => setTimeout(resolve, 20_000));
console.log(sockets.filter((socket) => !socket.closed && !socket.destroyed).length);
process.exit();
