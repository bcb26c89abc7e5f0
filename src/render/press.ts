import { MINUTE_MS } from "../domain/instant.js";
import type { Clock, Log } from "../operations/ports.js";
import type { DrawnPicture, DrawPictures, PictureOrder } from "./draw-pictures.js";

/** Until pictures are tried again when something went wrong, unless a newer order comes first. */
const RETRY_MS = 5 * MINUTE_MS;

export interface PressDeps {
  readonly clock: Clock;
  readonly log: Log;
  readonly draw: DrawPictures;
  /** Takes a picture as soon as it is drawn. */
  readonly keep: (picture: DrawnPicture, order: PictureOrder) => void;
}

/** Draws pictures in the background. */
export interface Press {
  /** Has all pictures drawn. While others are being drawn it waits; of orders that wait only the newest counts. */
  order(order: PictureOrder): void;
  /** Stops drawing; resolves when nothing is at work any more. */
  close(): Promise<void>;
}

/** One drawing at a time. One that fails is logged and tried again, and what was drawn before stays. */
export function press({ clock, log, draw, keep }: PressDeps): Press {
  const end = new AbortController();
  let waiting: PictureOrder | undefined;
  let newer = new AbortController();
  let work = Promise.resolve();
  let isWorking = false;

  async function isDrawn(order: PictureOrder): Promise<boolean> {
    const from = clock.now();
    try {
      await draw(order, (picture) => keep(picture, order), end.signal);
      log.debug({ tookMs: clock.now() - from }, "pictures drawn");
      return true;
    } catch (error) {
      if (!end.signal.aborted) log.warn({ error }, "pictures not drawn");
      return false;
    }
  }

  async function workOff(): Promise<void> {
    while (waiting !== undefined && !end.signal.aborted) {
      const order = waiting;
      waiting = undefined;
      newer = new AbortController();
      if (await isDrawn(order)) continue;
      waiting ??= order;
      if (waiting === order) await clock.sleep(RETRY_MS, AbortSignal.any([end.signal, newer.signal])).catch(() => {});
    }
    isWorking = false;
  }

  return {
    order(order) {
      waiting = order;
      newer.abort(new Error("a newer order has come"));
      if (isWorking || end.signal.aborted) return;
      isWorking = true;
      work = workOff();
    },
    async close() {
      end.abort(new Error("the press is closed"));
      await work;
    },
  };
}
