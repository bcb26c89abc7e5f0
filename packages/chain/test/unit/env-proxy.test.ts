import { spawn } from "node:child_process";
import { once } from "node:events";
import { createServer } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { hostileServer } from "../support/hostile-server.js";

const SCRIPT = `
  const { getText } = await import(process.argv[1]);
  const { signal } = new AbortController();
  const options = { headers: {}, signal, maxBytes: 1000, timeoutMs: 10_000 };
  process.stdout.write((await getText(new URL(process.argv[2]), options)).text);
`;

test("with NODE_USE_ENV_PROXY=1 a text is fetched through the proxy of the environment", async () => {
  const site = await hostileServer();
  site.answer((_request, response) => response.end("through"));
  const asked: string[] = [];
  const proxy = createServer().on("connect", (request, socket) => {
    asked.push(request.url ?? "");
    const { hostname, port } = new URL(`http://${request.url}`);
    const way = connect(Number(port), hostname, () => {
      socket.write("HTTP/1.1 200 OK\r\n\r\n");
      way.pipe(socket).pipe(way);
    });
    for (const each of [way, socket]) each.on("error", () => {});
  });
  await new Promise<void>((resolve) => proxy.listen(0, "127.0.0.1", resolve));
  onTestFinished(async () => {
    await site.close();
    proxy.close();
  });
  const address = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`;
  const module = new URL("../../src/fetch-text.ts", import.meta.url).href;
  const child = spawn(process.execPath, ["--input-type=module", "-e", SCRIPT, module, site.url.href], {
    env: { NODE_USE_ENV_PROXY: "1", HTTP_PROXY: address, HTTPS_PROXY: address },
    stdio: ["ignore", "pipe", "inherit"],
  });
  let text = "";
  child.stdout.on("data", (part) => {
    text += part;
  });
  expect(await once(child, "close")).toEqual([0, null]);
  expect(text).toBe("through");
  expect(asked).toEqual([site.url.host]);
});
