import { expect, test } from "vitest";
import {
  ConfigError,
  PublishingHeldError,
  ServiceError,
  SourceError,
  StorageError,
} from "../../../src/domain/errors.js";

test.each([
  [new ConfigError(["a"]), "ConfigError", "config"],
  [new SourceError("kraken", "throttled", "asked to wait"), "SourceError", "source"],
  [new PublishingHeldError("the clock is ahead"), "PublishingHeldError", "publishing_held"],
  [new StorageError("disk full"), "StorageError", "storage"],
])("%s carries its name and a stable code", (error, name, code) => {
  expect(error).toBeInstanceOf(ServiceError);
  expect([error.name, error.code]).toEqual([name, code]);
});

test("a configuration error has one line a fault", () => {
  expect(new ConfigError(["PORT: no number", "HOST: no address"]).message).toBe("PORT: no number\nHOST: no address");
});

test("a source error says who and how, and keeps the cause", () => {
  const cause = new Error("socket hang up");
  const error = new SourceError("kraken", "unreachable", "no answer in 10 s", { cause });
  expect(error.message).toBe("kraken is unreachable: no answer in 10 s");
  expect([error.source, error.fault, error.cause]).toEqual(["kraken", "unreachable", cause]);
});
