import type { PublicStateSink } from "../operations/ports.js";

export interface RedrawDeps<Scene> {
  /** Is shown everything first. */
  readonly showcase: PublicStateSink;
  /** What pictures show now; the same object as before when nothing of it has changed. */
  readonly scene: () => Scene;
  readonly draw: (scene: Scene) => void;
}

/** A showcase that has its pictures drawn anew when what they show has changed. */
export function redrawing<Scene>({ showcase, scene, draw }: RedrawDeps<Scene>): PublicStateSink {
  let drawn = scene();
  const redraw = (): void => {
    const next = scene();
    if (next === drawn) return;
    drawn = next;
    draw(next);
  };
  return {
    showSnapshot(snapshot) {
      showcase.showSnapshot(snapshot);
      redraw();
    },
    showHistory(rows) {
      showcase.showHistory(rows);
      redraw();
    },
  };
}
