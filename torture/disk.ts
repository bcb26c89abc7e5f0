import { besideUndisturbed } from "./beside-undisturbed.js";
import { sickLife } from "./disk/sick-life.js";
import { sickStarts } from "./disk/sick-starts.js";
import type { TorturePart } from "./part.js";

/** Disks that are full, read-only or damaged: nothing wrong is said meanwhile, and nothing is missing once they are well. */
export const diskPart: TorturePart = {
  name: "disk",
  about: "disks that are full, read-only, damaged or without some of the files, at a start and while the service runs",
  async run(attack) {
    const tryStart = await sickStarts(attack);
    await besideUndisturbed(attack, async (own, past) => {
      const life = await sickLife(own, past);
      return {
        ...life,
        async live(day, expected) {
          await tryStart();
          await life.live(day, expected);
        },
      };
    });
  },
};
