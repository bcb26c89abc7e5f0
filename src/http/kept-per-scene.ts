import type { Scene } from "./scene.js";

/** Gives what was made under a name of this scene, or makes it. */
export type KeptPerScene<T> = (scene: Scene, name: string, make: () => T) => T;

/** Keeps what is drawn on the first request for it; all of it is let go when another scene is shown. */
export function keptPerScene<T>(): KeptPerScene<T> {
  const kept = new Map<string, T>();
  let of: Scene | undefined;
  return (scene, name, make) => {
    if (of !== scene) kept.clear();
    of = scene;
    const known = kept.get(name);
    if (known !== undefined) return known;
    const made = make();
    kept.set(name, made);
    return made;
  };
}
