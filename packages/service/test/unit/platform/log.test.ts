import { closeSync, openSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { pinoLog } from "../../../src/platform/log.js";
import { tempFolder } from "../../support/temp-sqlite.js";

function opened(path: string): number {
  const fd = openSync(path, "a");
  onTestFinished(() => closeSync(fd));
  return fd;
}

const fail = (error: Error) => {
  throw error;
};

test("the log writes one JSON object per line, with time, level, facts and sentence", () => {
  const path = join(tempFolder(), "log");
  const log = pinoLog("info", fail, opened(path));
  log.debug({}, "left out");
  log.warn({ port: 8080 }, "listening");
  const time = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
  expect(JSON.parse(readFileSync(path, "utf8"))).toEqual({ level: "warn", time, port: 8080, msg: "listening" });
});

test.runIf(process.platform === "linux")("a log on a full disk does not end the process and reports one error", () => {
  const errors: string[] = [];
  const log = pinoLog("info", (error) => errors.push(error.message), opened("/dev/full"));
  for (const sentence of ["listening", "stopping", "stopped"]) log.info({}, sentence);
  expect(errors).toEqual([expect.stringContaining("ENOSPC")]);
});
