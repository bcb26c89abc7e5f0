import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { endOf } from "peak-cycle-model";
import { expect, onTestFinished, test } from "vitest";
import { verifyCommand } from "../../../../chain/src/command.js";
import { openStores } from "../../../src/storage/stores.js";
import { day } from "../../contract/storage/samples.js";
import { living } from "../../property/chain/histories.js";
import { type Answers, answersOf, HISTORY, LEAVES } from "../../property/chain/public-answers.js";
import { tempSqlite } from "../../support/temp-sqlite.js";

/** A site with these bodies. @returns its address, with a path in front of ours */
async function site(bodies: Answers): Promise<string> {
  const server = createServer(({ url = "" }, response) => void response.end(bodies[url.replace(/^\/peak/, "")]));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void server.close());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/peak/`;
}

async function run(...args: readonly string[]) {
  const lines: string[] = [];
  const put = (text: string) => void lines.push(text);
  const now = () => endOf(day(5));
  const code = await verifyCommand(args, { out: put, err: put, now, signal: new AbortController().signal });
  return { code, said: lines.join("") };
}

test("a published site is checked from outside: 0 when it is sound, 1 with its faults when it is not", async () => {
  const stores = openStores(await tempSqlite());
  await living(stores).take({ what: "close", days: 5, isSigned: true });
  const answers = await answersOf(stores);
  const sound = await run(await site(answers));
  expect([sound.code, sound.said]).toEqual([0, expect.stringMatching(/^ok {5}5 links(.*\n)+sound\n$/)]);
  const broken = { ...answers, [LEAVES]: `${answers[LEAVES]}${"0".repeat(64)}\n` };
  const { code, said } = await run(await site(broken));
  expect([code, said]).toEqual([1, expect.stringContaining("\nnot sound: ")]);
  const misshapen = await run(await site({ ...answers, [HISTORY]: '{"data":[{"date":7}]}' }));
  expect(misshapen.code).toBe(1);
  expect(misshapen.said).toMatch(/history is malformed: another shape than documented at data\.0\.date\n$/);
});
