/** A connection that fails silently, as if a cable were cut. */
import { connect, createServer, type Socket } from "node:net";
import { onTestFinished } from "vitest";
import { listening } from "./loopback.js";

/** A connection to a server that can be cut: packets are then lost silently. */
export interface CutLine {
  readonly address: URL;
  cut(): void;
  /** Lets new connections through; connections that were open when it was cut do not recover. */
  mend(): void;
}

export async function cutLine(to: URL): Promise<CutLine> {
  let isCut = false;
  const open = new Set<Socket>();
  const server = createServer({ pauseOnConnect: true }, (near) => {
    open.add(near);
    near.on("error", () => {}).on("close", () => open.delete(near));
    if (isCut) return; // accepted by the machine, but never served
    const far = connect(Number(to.port), to.hostname);
    open.add(far);
    far.on("error", () => near.destroy()).on("close", () => open.delete(far));
    near.on("close", () => far.destroy());
    const pass = (from: Socket, into: Socket) => from.on("data", (bytes) => void (isCut || into.write(bytes)));
    pass(near, far);
    pass(far, near);
    near.resume();
  });
  const address = new URL(to);
  address.port = `${await listening(server)}`;
  onTestFinished(() => {
    for (const socket of open) socket.destroy();
  });
  return {
    address,
    cut() {
      isCut = true;
    },
    mend() {
      for (const socket of open) socket.destroy();
      isCut = false;
    },
  };
}
