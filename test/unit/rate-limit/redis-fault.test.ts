import { expect, test } from "vitest";
import { RedisFault, redisFault } from "../../../src/rate-limit/redis-fault.js";

const reply = (message: string) => Object.assign(new Error(message), { name: "ReplyError" });

test.each([
  [reply("NOSCRIPT No matching script"), "NOSCRIPT"],
  [reply("OOM command not allowed when used memory > 'maxmemory'."), "OOM"],
  [reply("WRONGPASS"), "WRONGPASS"],
  [reply("something in plain words about s3cret"), "ERR"],
  [Object.assign(new Error("connect ECONNREFUSED 10.0.0.1:6379"), { code: "ECONNREFUSED" }), "ECONNREFUSED"],
  [
    Object.assign(new Error("self-signed certificate"), { code: "DEPTH_ZERO_SELF_SIGNED_CERT" }),
    "DEPTH_ZERO_SELF_SIGNED_CERT",
  ],
  [new Error("Connection is closed."), "closed"],
  ["no error at all", "closed"],
])("of %s the reason is %s", (error, reason) => {
  expect(redisFault(error).reason).toBe(reason);
});

test("a fault stays what it is", () => {
  const fault = new RedisFault("slow");
  expect(redisFault(fault)).toBe(fault);
});
