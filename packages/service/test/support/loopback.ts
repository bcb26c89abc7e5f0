/** Servers for single tests. */
import { once } from "node:events";
import { type AddressInfo, createServer, type Server } from "node:net";
import { onTestFinished } from "vitest";

/** Makes a server listen on a free port of the loopback until the test ends. @returns the port */
export async function listening(server: Server): Promise<number> {
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => void server.close());
  return (server.address() as AddressInfo).port;
}

/** A free port, for a server that cannot choose one itself. */
export async function freePort(): Promise<number> {
  const probe = createServer().listen(0, "127.0.0.1");
  await once(probe, "listening");
  const { port } = probe.address() as AddressInfo;
  probe.close();
  await once(probe, "close");
  return port;
}
