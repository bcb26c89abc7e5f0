import { face } from "./face.js";
import { follow } from "./follow.js";
import type { Kind, News } from "./kind.js";
import type { Open } from "./mount.js";
import { HOME } from "./site.js";

/** The asset that is announced: its widgets ask for nothing yet. */
const ANNOUNCED = "crypto";

/** Opens widgets of one kind. */
export function widgetOf<Known>(kind: Kind<Known>): Open {
  return (host, root) => {
    const news: News<Known> = { known: {}, troubles: [] };
    const { show, forgive, close } = face(kind, [host, root], news);
    let followed: string | true | undefined;
    let endings: readonly (() => void)[] = [];

    const leave = (): void => {
      for (const end of endings) end();
    };

    const follows = (site: string) =>
      kind.sources.map(([path, learn], index) =>
        follow(site.replace(/\/*$/, path))(({ body, fault }) => {
          news.troubles[index] = "unreachable";
          try {
            if (body) Object.assign(news.known, learn(body));
            if (fault === undefined || (fault === 503 && !body)) delete news.troubles[index]; // 503: there is no score yet
          } finally {
            forgive();
          }
        }),
      );

    const update = (): void => {
      const { asset, api = HOME } = host.dataset;
      const wanted = asset === ANNOUNCED || api;
      if (wanted !== followed) {
        followed = wanted;
        leave();
        news.known = {};
        news.troubles = wanted === true ? ["soon"] : [];
        endings = wanted === true ? [] : follows(wanted);
      }
      show();
    };

    update();
    return {
      update,
      close() {
        leave();
        close();
      },
    };
  };
}
