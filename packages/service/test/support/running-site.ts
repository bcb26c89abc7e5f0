/** The sample site on a real socket. */
import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { onTestFinished } from "vitest";
import { close, listen } from "../../src/http/listen.js";
import { systemClock } from "../../src/platform/clock.js";
import { SAMPLE_CONFIG } from "./sample-published.js";
import { type SampleOptions, type SampleSite, sampleSite } from "./sample-site.js";

export interface Running extends Omit<SampleSite, "get"> {
  readonly url: string;
  readonly port: number;
  close(withinMs: number): Promise<void>;
  /** @param from the client's address; 127.0.0.1 by default */
  open(from?: string): Promise<Socket>;
  /** Sends bytes over a separate connection and returns everything received until it is closed. */
  send(bytes: string): Promise<string>;
}

/** The HTTP part on a real socket, closed after the test. */
export async function run(options: SampleOptions = {}): Promise<Running> {
  const site = sampleSite(options);
  onTestFinished(() => close(systemClock, site.app, 0));
  const { host, port: asked } = { ...SAMPLE_CONFIG, ...options.config };
  const { port } = await listen(site.app, { host, port: asked });
  const url = `http://127.0.0.1:${port}`;
  const open = async (from = "127.0.0.1") => {
    const socket = connect({ port, host: "127.0.0.1", localAddress: from });
    await once(socket, "connect");
    socket.on("error", () => {}); // the server may reset it
    return socket;
  };
  return {
    ...site,
    ...{ url, port, open },
    close: (withinMs) => close(systemClock, site.app, withinMs),
    ask: (path, init) => fetch(`${url}${path}`, init),
    async send(bytes) {
      const socket = await open();
      socket.write(bytes, "latin1");
      return readAll(socket);
    },
  };
}

/** Everything received on a connection until the other end closes it. */
export async function readAll(socket: Socket): Promise<string> {
  let text = "";
  socket.setEncoding("latin1");
  socket.on("data", (part: string) => {
    text += part;
  });
  if (!socket.closed) await new Promise((resolve) => socket.once("close", resolve));
  return text;
}

/** A limiter that holds all requests until it is released. */
export function slowLimit() {
  const { promise, resolve } = Promise.withResolvers<number>();
  let asked = 0;
  const take = () => {
    asked++;
    return promise;
  };
  return { limit: { take }, finish: () => resolve(0), asked: () => asked };
}
