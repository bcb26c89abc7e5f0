import type { Log } from "../operations/ports.js";
import type { RenderedPicture, RenderJob, RenderPictures } from "./render-pictures.js";

interface RenderOnDemandDeps {
  readonly log: Log;
  readonly render: RenderPictures;
}

/** Renders jobs that do not replace each other, one after the other. */
interface RenderOnDemand {
  /** A job that fails is logged and not retried: whoever asks again has a newer one. */
  enqueue(job: RenderJob, keep: (picture: RenderedPicture) => void): void;
  /** Drops what waits and stops what runs; resolves when nothing runs any more. */
  close(): Promise<void>;
}

export function renderOnDemand({ log, render }: RenderOnDemandDeps): RenderOnDemand {
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
