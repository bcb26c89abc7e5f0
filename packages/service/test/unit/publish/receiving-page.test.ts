import { execFile } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { readText } from "../../../../../test/house/tree.js";
import { signatureHeader } from "../../../src/publish/receiver.js";
import { tempFolder } from "../../support/temp-sqlite.js";

/** Every attempt to verify, and whether it is genuine. */
const SECRETS = ["an old secret of 24 bytes", "a new secret of some 30 bytes"].map((text) => Buffer.from(text));
const [OLD = "", NEW = ""] = SECRETS.map((secret) => `whsec_${secret.toString("base64")}`);
const TIMESTAMP = 1_795_413_613;
const ID = "msg_p5jXN8AQM9LWM0D4loKWxJekMN0";
const BODY = '{"type":"flag.changed","data":{"title":"Índice"}}';
const headers = {
  "webhook-id": ID,
  "webhook-timestamp": String(TIMESTAMP),
  "webhook-signature": signatureHeader(SECRETS, ID, TIMESTAMP, BODY),
};
const ATTEMPTS = [
  { secret: NEW, headers, body: BODY, now: TIMESTAMP, isGenuine: true },
  { secret: OLD, headers, body: BODY, now: TIMESTAMP + 299, isGenuine: true },
  { secret: NEW.replace("Y", "Z"), headers, body: BODY, now: TIMESTAMP, isGenuine: false },
  { secret: NEW, headers, body: BODY.replace("flag", "flog"), now: TIMESTAMP, isGenuine: false },
  { secret: NEW, headers: { ...headers, "webhook-id": "msg_other" }, body: BODY, now: TIMESTAMP, isGenuine: false },
  { secret: NEW, headers: { ...headers, "webhook-signature": "v1," }, body: BODY, now: TIMESTAMP, isGenuine: false },
  { secret: NEW, headers, body: BODY, now: TIMESTAMP + 301, isGenuine: false },
] as const;

const EXPECTED = ATTEMPTS.map(({ isGenuine }) => isGenuine);

test("the page's receiver in Node takes genuine messages and no others", async () => {
  const path = join(tempFolder(), "receiver.mjs");
  writeFileSync(path, codeOf("js"));
  const { isGenuine } = await import(pathToFileURL(path).href);
  const found = ATTEMPTS.map(({ secret, headers: each, body, now }) => isGenuine(secret, each, body, now * 1000));
  expect(found).toEqual(EXPECTED);
});

test("the page's receiver in Python takes genuine messages and no others", async () => {
  const driver = `import json
print(json.dumps([is_genuine(a["secret"], a["headers"], a["body"].encode(), a["now"]) for a in json.loads(${JSON.stringify(JSON.stringify(ATTEMPTS.map(({ isGenuine: _, ...attempt }) => attempt)))})]))`;
  const { stdout } = await promisify(execFile)("python3", ["-c", `${codeOf("python")}\n${driver}`]);
  expect(JSON.parse(stdout)).toEqual(EXPECTED);
});

function codeOf(language: string): string {
  const block = new RegExp(`\`\`\`${language}\\n([\\s\\S]*?)\`\`\``).exec(readText("docs/operations/webhooks.md"));
  return block?.[1] ?? "";
}
