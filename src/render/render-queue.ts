import { MINUTE_MS } from "../domain/instant.js";
import type { Clock, Log, PublicExtras, PublicStateSink } from "../operations/ports.js";
import type { RenderedPicture, RenderJob, RenderPictures } from "./render-pictures.js";

/** Time until a failed job is retried, unless a newer job comes first. */
const RETRY_MS = 5 * MINUTE_MS;

interface RenderQueueDeps {
  readonly clock: Clock;
  readonly log: Log;
  readonly render: RenderPictures;
  /** Takes a picture as soon as it is rendered. */
  readonly keep: (picture: RenderedPicture, job: RenderJob) => void;
}

/** Renders pictures in the background. */
export interface RenderQueue {
  /** Renders all pictures of a job. One job runs at a time; of those that wait only the newest is kept. */
  enqueue(job: RenderJob): void;
  /** Stops rendering; resolves when nothing runs any more. */
  close(): Promise<void>;
}

/** A job that fails is logged and retried, and the pictures that were rendered before stay. */
export function renderQueue({ clock, log, render, keep }: RenderQueueDeps): RenderQueue {
  const closing = new AbortController();
  let waiting: RenderJob | undefined;
  let newerJob = new AbortController();
  let run = Promise.resolve();
  let isRunning = false;

  async function succeeds(job: RenderJob): Promise<boolean> {
    const from = clock.now();
    try {
      await render(job, (picture) => keep(picture, job), closing.signal);
      log.debug({ tookMs: clock.now() - from }, "pictures drawn");
      return true;
    } catch (error) {
      if (!closing.signal.aborted) log.warn({ error }, "pictures not drawn");
      return false;
    }
  }

  async function runAll(): Promise<void> {
    while (waiting !== undefined && !closing.signal.aborted) {
      const job = waiting;
      waiting = undefined;
      newerJob = new AbortController();
      if (await succeeds(job)) continue;
      waiting ??= job;
      if (waiting !== job) continue;
      await clock.sleep(RETRY_MS, AbortSignal.any([closing.signal, newerJob.signal])).catch(() => {});
    }
    isRunning = false;
  }

  return {
    enqueue(job) {
      waiting = job;
      newerJob.abort(new Error("a newer job has come"));
      if (isRunning || closing.signal.aborted) return;
      isRunning = true;
      run = runAll();
    },
    async close() {
      closing.abort(new Error("the render queue is closed"));
      await run;
    },
  };
}

/** Renders jobs that do not replace each other, one after the other. */
interface RenderOnDemand {
  /** A job that fails is logged and not retried: whoever asks again has a newer one. */
  enqueue(job: RenderJob, keep: (picture: RenderedPicture) => void): void;
  /** Drops what waits and stops what runs; resolves when nothing runs any more. */
  close(): Promise<void>;
}

export function renderOnDemand({ log, render }: Pick<RenderQueueDeps, "log" | "render">): RenderOnDemand {
  const closing = new AbortController();
  let last = Promise.resolve();
  return {
    enqueue(job, keep) {
      last = last.then(async () => {
        if (closing.signal.aborted) return;
        try {
          await render(job, keep, closing.signal);
        } catch (error) {
          if (!closing.signal.aborted) log.warn({ error }, "pictures not drawn");
        }
      });
    },
    close() {
      closing.abort(new Error("the service is closed"));
      return last;
    },
  };
}

/** Receives everything that pictures show. */
type PictureSink = PublicStateSink & Pick<PublicExtras, "showHistoryContext" | "showRecord">;

interface RenderOnChangeDeps<State> {
  /** Receives every change before anything is rendered. */
  readonly sink: PictureSink;
  /** What pictures show now; the same object as before when nothing of it has changed. */
  readonly state: () => State;
  readonly render: (state: State) => void;
}

/** A sink that has the pictures rendered again when what they show has changed. */
export function renderOnChange<State>({ sink, state, render }: RenderOnChangeDeps<State>): PictureSink {
  let rendered = state();
  const thenRender =
    <Shown>(show: (shown: Shown) => void) =>
    (shown: Shown): void => {
      show(shown);
      const next = state();
      if (next === rendered) return;
      rendered = next;
      render(next);
    };
  return {
    showSnapshot: thenRender(sink.showSnapshot),
    showHistory: thenRender(sink.showHistory),
    showHistoryContext: thenRender(sink.showHistoryContext),
    showRecord: thenRender(sink.showRecord),
  };
}
