import type { OpenWidget } from "./mount.js";
import { SITE_URL } from "./publisher.js";
import { shadowRenderer, type WidgetData, type WidgetView } from "./shadow-renderer.js";
import { pollerFor } from "./shared-poller.js";

/** The current score, below the address of a site. */
export const CURRENT_PATH = "/api/public/nhci";

/** What distinguishes chart and badge. */
export interface WidgetKind<Values> extends WidgetView<Values> {
  /** Paths below the address of the site, and what their answers say; `parse` throws when it is not such an answer. */
  readonly endpoints: readonly (readonly [path: string, parse: (body: unknown) => Partial<Values>])[];
}

/** The asset that is announced: its widgets ask for nothing yet. */
const ANNOUNCED = "crypto";

/** Opens widgets of one kind. */
export function widgetOf<Values>(kind: WidgetKind<Values>): OpenWidget {
  return (host, root) => {
    const data: WidgetData<Values> = { latest: {}, problems: [] };
    const { render, resetRepairs, close } = shadowRenderer(kind, [host, root], data);
    let subscribedTo: string | true | undefined;
    let subscriptions: readonly (() => void)[] = [];

    const unsubscribe = (): void => {
      for (const end of subscriptions) end();
    };

    const subscribe = (site: string) =>
      kind.endpoints.map(([path, parse], index) =>
        pollerFor(site.replace(/\/*$/, path))(({ body, fault }) => {
          data.problems[index] = "unreachable";
          try {
            if (body) Object.assign(data.latest, parse(body));
            if (fault === undefined || (fault === 503 && !body)) delete data.problems[index]; // 503: there is no score yet
          } finally {
            resetRepairs();
          }
        }),
      );

    const update = (): void => {
      const { asset, api = SITE_URL } = host.dataset;
      const wanted = asset === ANNOUNCED || api;
      if (wanted !== subscribedTo) {
        subscribedTo = wanted;
        unsubscribe();
        data.latest = {};
        data.problems = wanted === true ? ["soon"] : [];
        subscriptions = wanted === true ? [] : subscribe(wanted);
      }
      render();
    };

    update();
    return {
      update,
      close() {
        unsubscribe();
        close();
      },
    };
  };
}
