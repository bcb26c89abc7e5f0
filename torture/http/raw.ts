/** Connections that send bytes as they are, without an HTTP client. */

import { connect, type Socket } from "node:net";

export interface RawTarget {
  readonly port: number;
  /** The address asked from; all of 127.0.0.0/8 is this machine. */
  readonly from?: string;
}

/** A connection whose errors are of no interest: the other side may end it as it likes. */
export function openRaw({ port, from }: RawTarget): Socket {
  const socket = connect({ port, host: "127.0.0.1", ...(from === undefined ? {} : { localAddress: from }) });
  return socket.on("error", () => {});
}

/**
 * Sends pieces over a connection of its own.
 *
 * @returns what comes back until the other side closes, or until the time is over
 */
export function exchange(target: RawTarget, pieces: readonly Buffer[], withinMs: number): Promise<string> {
  return new Promise((resolve) => {
    const socket = openRaw(target);
    let text = "";
    const cut = setTimeout(() => socket.destroy(), withinMs);
    socket.setEncoding("latin1");
    socket.on("data", (part: string) => {
      text += part;
    });
    socket.on("close", () => {
      clearTimeout(cut);
      resolve(text);
    });
    socket.on("connect", async () => {
      for (const piece of pieces) {
        if (socket.writable) socket.write(piece);
        await new Promise((next) => setTimeout(next, 1));
      }
    });
  });
}

/** Status and header block of every answer in what a connection gave, without those that only say to go on. */
export function answersIn(text: string): readonly { readonly status: number; readonly head: string }[] {
  const found = [...text.matchAll(/HTTP\/1\.1 (\d{3}) [^\r\n]*\r\n((?:[^\r\n]+\r\n)*)/g)];
  return found.map(([, status, head = ""]) => ({ status: Number(status), head })).filter(({ status }) => status >= 200);
}
