import { Html } from "../packages/service/src/pages/html.js";

/** Every sentence of a language by its key, such as `home.now.stale`; functions get `X` for each argument. */
export function sentencesOf(words: unknown, place = ""): ReadonlyMap<string, string> {
  if (typeof words === "string") return new Map([[place, words]]);
  if (words instanceof Html) return new Map([[place, words.text]]);
  if (typeof words === "function") return sentencesOf(Reflect.apply(words, undefined, ["X", "X", "X"]), place);
  return new Map(
    Object.entries(words ?? {}).flatMap(([name, below]) => [
      ...sentencesOf(below, place === "" ? name : `${place}.${name}`),
    ]),
  );
}
