import { existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { describe, expect, test } from "vitest";
import { runChildTask } from "../../../src/platform/child-process.js";
import { tempFolder } from "../../support/temp-sqlite.js";

const never = new AbortController().signal;

interface StartedTask {
  readonly answers: readonly unknown[];
  readonly ending: Promise<void>;
}

/** Runs a text as a module in a child process. */
function runTask(text: string, { silenceTimeoutMs = 20_000, signal = never } = {}): StartedTask {
  const file = join(tempFolder(), "child.mjs");
  writeFileSync(file, text);
  const answers: unknown[] = [];
  const onMessage = (answer: unknown) => void answers.push(answer);
  const message = { bytes: Buffer.from([1, 2]), nothing: undefined };
  return {
    answers,
    ending: runChildTask(
      { module: pathToFileURL(file), args: ["draw"], env: {}, message, onMessage, silenceTimeoutMs },
      signal,
    ),
  };
}

const isAlive = (pid: unknown) => existsSync(`/proc/${pid}`);

describe("a child with a task", () => {
  test("gets the message as it is, with the lowest priority, and all its messages are read", async () => {
    const { answers, ending } = runTask(`
      import { getPriority } from "node:os";
      process.once("message", (message) => {
        process.send([process.argv[2], message, getPriority()]);
        for (let i = 0; i < 20; i++) process.send(new Uint8Array(100_000).fill(i));
      });`);
    await ending;
    expect(answers[0]).toMatchObject(["draw", { bytes: Buffer.from([1, 2]) }, 19]);
    expect(answers.slice(1).map((bytes) => (bytes as Uint8Array).length)).toEqual(Array(20).fill(100_000));
    expect((answers.at(-1) as Uint8Array)[99_999]).toBe(19);
  });

  test("that fails, in any way, rejects; the messages it sent before are kept", async () => {
    const failed = runTask(`process.send("one", () => process.exit(3));`);
    await expect(failed.ending).rejects.toThrow("the child process ended with 3");
    expect(failed.answers).toEqual(["one"]);
    await expect(runTask("process.kill(process.pid, 'SIGSEGV'); setInterval(() => {}, 9);").ending).rejects.toThrow(
      "the child process ended with SIGSEGV",
    );
  });

  test("that says why is quoted by the last 2,000 characters of its standard error", async () => {
    await expect(runTask(`console.error("no database there"); process.exit(2);`).ending).rejects.toThrow(
      /^the child process ended with 2: no database there$/,
    );
    const { ending } = runTask(`process.stderr.write("x".repeat(300_000) + "the end", () => process.exit(1));`);
    const error: Error = await ending.then(
      () => new Error(),
      (reason) => reason,
    );
    expect(error.message).toMatch(/^the child process ended with 1: x+the end$/);
    expect(error.message.length).toBe("the child process ended with 1: ".length + 2000);
  });

  test("that sends nothing for too long is killed", async () => {
    const { answers, ending } = runTask("process.send(process.pid); setInterval(() => {}, 9);", {
      silenceTimeoutMs: 1000,
    });
    await expect(ending).rejects.toThrow("the child process said nothing for 1000 ms");
    expect(isAlive(answers[0])).toBe(false);
  });

  test("is killed when the signal aborts", async () => {
    const stop = new AbortController();
    const { answers, ending } = runTask(
      "process.send(process.pid); process.on('SIGTERM', () => {}); setInterval(() => {}, 9);",
      {
        signal: stop.signal,
      },
    );
    while (answers.length === 0) await new Promise((resolve) => setTimeout(resolve, 5));
    stop.abort(new Error("stopped"));
    await expect(ending).rejects.toThrow("stopped");
    expect(isAlive(answers[0])).toBe(false);
  });

  test("is not started when the signal is aborted already", async () => {
    const { answers, ending } = runTask("process.send(1)", { signal: AbortSignal.abort(new Error("too late")) });
    await expect(ending).rejects.toThrow("too late");
    expect(answers).toEqual([]);
  });
});
