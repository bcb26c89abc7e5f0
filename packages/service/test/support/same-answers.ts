/** Waits for instances to agree. */
import type { LiveService } from "./live-service.js";
import { eventually } from "./service-process.js";

/** Waits until all instances return both responses with the same bytes and ETags. */
export async function sameAnswers(instances: readonly LiveService[], withinMs: number): Promise<void> {
  await eventually(
    "the same responses everywhere",
    async () => {
      const all = new Set(await Promise.all(instances.map(answersOf)));
      return (all.size === 1 && !all.has(undefined)) || undefined;
    },
    withinMs,
  );
}

async function answersOf(service: LiveService): Promise<string | undefined> {
  const replies = await Promise.all(["/api/public/nhci", "/api/public/nhci/history"].map((path) => service.get(path)));
  if (replies.some(({ status }) => status !== 200)) return undefined;
  return replies.map(({ headers, text }) => `${headers.etag} ${text}`).join("\n");
}
