import type { Instant } from "peak-cycle-model";
import { expect, test } from "vitest";
import { verifyCommand } from "../../src/command.js";
import { hostileServer } from "../support/hostile-server.js";

async function run(...args: readonly string[]) {
  const lines: string[] = [];
  const put = (text: string) => void lines.push(text);
  const { signal } = new AbortController();
  const code = await verifyCommand(args, { out: put, err: put, now: () => 0 as Instant, signal });
  return { code, said: lines.join("") };
}

test.each([[], ["ftp://peak.example"], ["https://peak.example", "--all"], ["https://a.example", "https://b.example"]])(
  "a call that makes no sense ends with 2 and the usage: %j",
  async (...args) => {
    expect(await run(...args)).toEqual({
      code: 2,
      said: expect.stringContaining("usage: peak-cycle-verify https://SITE"),
    });
  },
);

test("a site that gives nothing, or something else, and a kept file that is not there end with 1 and one sentence", async () => {
  const server = await hostileServer();
  server.answer((_request, response) => response.writeHead(404).end());
  const address = String(server.url);
  const gone = await run(address);
  expect(gone).toEqual({ code: 1, said: expect.stringMatching(/^peak-cycle-verify: .* is refused: status 404\n$/) });
  server.answer((_request, response) => response.end('{"ok":true}'));
  expect((await run(address)).said).toMatch(/ is malformed: another shape than documented at \S+\n$/);
  expect(await run(address, "--since", "nowhere.json")).toEqual({
    code: 1,
    said: "peak-cycle-verify: nowhere.json cannot be read\n",
  });
  await server.close();
});
