import { existsSync, readFileSync } from "node:fs";
import { PNG } from "pngjs";
import { expect, onTestFinished, test } from "vitest";
import { ask } from "../../support/ask.js";
import { eventually } from "../../support/service-process.js";
import { type LiveService, liveService } from "./live-service.js";

/** The last of all that are drawn. Others stand in for it until then, and those may not be kept. */
const LAST = "/embed/nhci-chart.png?size=lg&theme=dark&lang=fr";

/** On a busy machine everything else comes first. */
const LONG_MS = 150_000;

async function started(): Promise<LiveService> {
  const service = await liveService({ pictures: "all" });
  onTestFinished(() => service.end());
  return service;
}

function childrenOf(pid: number | undefined): readonly string[] {
  return readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8").trim().split(" ").filter(Boolean);
}

const commandOf = (pid: string) => readFileSync(`/proc/${pid}/cmdline`, "utf8").split("\0");

/** `18` is its place behind the name in brackets. */
const niceOf = (pid: string) => Number(readFileSync(`/proc/${pid}/stat`, "utf8").split(") ")[1]?.split(" ")[16]);

const drawing = ({ process }: LiveService) =>
  eventually("a process that draws", () =>
    childrenOf(process.child.pid).find((pid) => commandOf(pid).includes("draw")),
  );

test("all pictures are drawn by a child of low priority after the first score, and it is gone then", async () => {
  const service = await started();
  const child = await drawing(service);
  expect(niceOf(child)).toBe(19);
  const kept = async () => {
    const answer = await fetch(`${service.origin}${LAST}`);
    const isKept = answer.headers.get("cache-control")?.startsWith("public") === true;
    return answer.status === 200 && isKept ? Buffer.from(await answer.arrayBuffer()) : undefined;
  };
  const last = await eventually("the last picture", kept, LONG_MS);
  expect(PNG.sync.read(last).width).toBe(2400);
  for (const path of ["/embed/nhci-badge.png", "/embed/nhci-chart.png?lang=de"]) {
    const { status, headers } = await ask(`${service.origin}${path}`);
    expect([status, headers["cache-control"]]).toEqual([200, "public, max-age=300"]);
  }
  const scene = `${service.origin}/sandbox/peak/embed/nhci-badge.png`;
  const drawn = async () => {
    const answer = await fetch(scene);
    return answer.status === 200 ? Buffer.from(await answer.arrayBuffer()) : undefined;
  };
  expect(PNG.sync.read(await eventually("the picture of a scene", drawn, LONG_MS)).width).toBe(640);
  const isAlone = () => childrenOf(service.process.child.pid).length === 0 || undefined;
  await eventually("the end of all children", isAlone, LONG_MS); // the record changes the pictures: they are drawn again
  expect(existsSync(`/proc/${child}`)).toBe(false);
  expect(service.process.out.join("\n")).not.toContain("pictures not drawn");
  expect(service.process.err).toEqual([]);
}, 180_000);

test("the child ends when the service is killed, and does not hold up a stop", async () => {
  const killed = await started();
  const orphan = await drawing(killed);
  await killed.process.kill();
  await eventually("the end of the orphan", () => !existsSync(`/proc/${orphan}`) || undefined);
  const stopped = await started();
  const child = await drawing(stopped);
  stopped.process.child.kill("SIGTERM");
  expect(await stopped.process.ended).toEqual({ code: 0, signal: null });
  expect(existsSync(`/proc/${child}`)).toBe(false);
  expect(stopped.process.err).toEqual([]);
});
