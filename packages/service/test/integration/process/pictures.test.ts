import { existsSync, readFileSync } from "node:fs";
import { PNG } from "pngjs";
import { expect, onTestFinished, test } from "vitest";
import { eventually } from "../../support/service-process.js";
import { type LiveService, liveService } from "./live-service.js";

async function started(): Promise<LiveService> {
  const service = await liveService({ cutOff: true, pictures: "drawn" });
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

test("pictures are drawn by a child of low priority, a rare one when it is asked for, and it is gone then", async () => {
  const service = await started();
  expect(niceOf(await drawing(service))).toBe(19);
  const drawn = (path: string) => async () => {
    const answer = await fetch(`${service.origin}${path}`);
    return answer.status === 200 ? Buffer.from(await answer.arrayBuffer()) : undefined;
  };
  await eventually("the badge", drawn("/embed/nhci-badge.png"));
  const rare = await eventually("a rare picture", drawn("/embed/nhci-chart.png?size=lg&theme=dark&lang=fr"));
  expect(PNG.sync.read(rare).width).toBe(2400);
  const isAlone = () => childrenOf(service.process.child.pid).length === 0 || undefined;
  await eventually("the end of all children", isAlone);
  expect(service.process.out.join("\n")).not.toContain("pictures not drawn");
  expect(service.process.err).toEqual([]);
});

test("the child ends when the service is killed", async () => {
  const service = await started();
  const orphan = await drawing(service);
  await service.process.kill();
  await eventually("the end of the orphan", () => !existsSync(`/proc/${orphan}`) || undefined);
});
