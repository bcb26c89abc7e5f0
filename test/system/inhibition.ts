/**
 * Checks that alarms that follow from another one are silent, by sending alarms to a real Alertmanager with the file in
 * deploy/.
 */
import { deepEqual } from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { freePort } from "../../packages/service/test/support/loopback.js";
import { until } from "./machine.js";

type Alarm = Readonly<Record<string, string>> & { readonly alertname: string };

const on = (instance: string, alertname: string, more = {}): Alarm => ({ alertname, job: "peak", instance, ...more });
/** An alarm that is not about one instance. */
const shared = (alertname: string, more = {}): Alarm => ({ alertname, job: "peak", ...more });

const RESTARTS = on("a", "PeakInstanceRestarts");
const DOWN = on("a", "PeakInstanceDown");
const OLD = on("a", "PeakScoreOld");
const OLD_ELSEWHERE = on("b", "PeakScoreOld");
const NOBODY = shared("PeakNobodyDoesTheJobs");
const SOURCE = on("a", "PeakSourceSilent", { source: "brk" });
const UNSURE = shared("PeakInputUnsure", { input: "mvrv" });
const REPLACED = shared("PeakInputReplaced", { input: "mvrv" });
const REPLACED_OTHER = shared("PeakInputReplaced", { input: "eth" });
const SILENT = shared("PeakInputSourceSilent", { input: "mvrv", source: "brk" });
const SILENT_OTHER = shared("PeakInputSourceSilent", { input: "eth", source: "kraken" });
const LACKING = shared("PeakDayWithoutInput", { input: "mvrv" });
const BACKUP = shared("PeakBackupOld");
const HELD = on("a", "PeakPublishingHeld", { reason: "clock" });
const NO_DATABASE = on("a", "PeakDatabaseFails");

interface Case {
  /** In each case, only this alarm silences others. */
  readonly cause: Alarm;
  readonly silent: readonly Alarm[];
  /** Alarms with another cause. */
  readonly loud: readonly Alarm[];
}

const CASES: readonly Case[] = [
  { cause: RESTARTS, silent: [DOWN, OLD], loud: [OLD_ELSEWHERE, UNSURE, BACKUP] },
  { cause: DOWN, silent: [OLD], loud: [OLD_ELSEWHERE, UNSURE, BACKUP] },
  {
    cause: NO_DATABASE,
    silent: [DOWN, RESTARTS, OLD, SOURCE, UNSURE, REPLACED, SILENT],
    loud: [OLD_ELSEWHERE, BACKUP, LACKING],
  },
  // Without a database there is no leader, and so no new score anywhere.
  { cause: NO_DATABASE, silent: [NOBODY, OLD_ELSEWHERE], loud: [BACKUP] },
  { cause: HELD, silent: [OLD, OLD_ELSEWHERE, SOURCE, UNSURE, REPLACED, SILENT], loud: [BACKUP, LACKING, DOWN] },
  { cause: NOBODY, silent: [OLD, OLD_ELSEWHERE, SOURCE, UNSURE, REPLACED, SILENT], loud: [BACKUP, LACKING] },
  { cause: SOURCE, silent: [SILENT], loud: [SILENT_OTHER, UNSURE, LACKING] },
  { cause: SILENT, silent: [REPLACED], loud: [REPLACED_OTHER, UNSURE, LACKING] },
  { cause: UNSURE, silent: [], loud: [SILENT, SILENT_OTHER, LACKING] },
];

/** @throws AssertionError for the first case with an alarm that is wrongly silenced or wrongly sent */
export async function inhibition(): Promise<void> {
  for (const { cause, silent, loud } of CASES) {
    const others = [...silent, ...loud];
    const firing = await whatFires([cause, ...others]);
    const expected = [cause, ...loud].map(nameOf).sort();
    deepEqual(firing, expected, `while ${nameOf(cause)} is firing`);
  }
}

/** The alarms that a fresh Alertmanager would send if these fire. */
async function whatFires(alarms: readonly Alarm[]): Promise<readonly string[]> {
  const [port, folder] = [await freePort(), mkdtempSync(join(tmpdir(), "peak-alarms-"))];
  const address = `http://127.0.0.1:${port}`;
  const options = [`--storage.path=${folder}`, `--web.listen-address=127.0.0.1:${port}`, "--cluster.listen-address="];
  const words = ["--config.file=deploy/prometheus/alertmanager.yml", ...options, "--log.level=error"];
  const alertmanager = spawn("prometheus-alertmanager", words, { stdio: ["ignore", "ignore", "inherit"] });
  try {
    await until("Alertmanager", async () => (await fetch(`${address}/-/ready`)).ok);
    const body = JSON.stringify(alarms.map((labels) => ({ labels })));
    const headers = { "content-type": "application/json" };
    await fetch(`${address}/api/v2/alerts`, { method: "POST", body, headers });
    let all: readonly Sent[] = [];
    await until("alarms", async () => {
      all = (await (await fetch(`${address}/api/v2/alerts`)).json()) as Sent[];
      return all.length === alarms.length && all.every(({ status }) => status.state !== "unprocessed");
    });
    return all.flatMap(({ labels, status }) => (status.state === "active" ? [nameOf(labels)] : [])).sort();
  } finally {
    alertmanager.kill();
    await once(alertmanager, "exit");
    rmSync(folder, { recursive: true, force: true });
  }
}

interface Sent {
  readonly labels: Alarm;
  readonly status: { readonly state: "unprocessed" | "active" | "suppressed" };
}

function nameOf({ alertname, ...labels }: Alarm): string {
  return [alertname, ...Object.values(labels).sort()].join(" ");
}
