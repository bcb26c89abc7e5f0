import type { OpenWidget } from "./mount.js";
import { SITE_URL } from "./publisher.js";
import { shadowRenderer, type WidgetData, type WidgetProblem, type WidgetView } from "./shadow-renderer.js";
import { pollerFor } from "./shared-poller.js";

/** The current score, below the address of a site. */
export const CURRENT_PATH = "/api/public/nhci";

/** What distinguishes chart and badge. */
export interface WidgetKind<Values> extends WidgetView<Values> {
  /** Paths below the address of the site, and what their answers say; `parse` throws when it is not such an answer. */
  readonly endpoints: readonly (readonly [path: string, parse: (body: unknown) => Partial<Values>])[];
}

/** Opens widgets of one kind. A widget of an asset that is not there asks for nothing. */
export function widgetOf<Values>(kind: WidgetKind<Values>): OpenWidget {
  return (host, root) => {
    const data: WidgetData<Values> = { latest: {}, problems: [] };
    const { render, redraw, close } = shadowRenderer(kind, [host, root], data);
    let subscribedTo: string | undefined;
    let subscriptions: readonly (() => void)[] = [];

    const unsubscribe = (): void => {
      subscriptions.forEach((end) => {
        end();
      });
    };

    const subscribe = (site: string) =>
      kind.endpoints.map(([path, parse], index) =>
        pollerFor(site.replace(/\/*$/, path))(({ body, fault }) => {
          data.problems[index] = "unreachable";
          try {
            if (body) Object.assign(data.latest, parse(body));
            if (fault === undefined || (fault === 503 && !body)) delete data.problems[index]; // 503: there is no score yet
          } finally {
            redraw();
          }
        }),
      );

    return {
      update(isLook) {
        const { asset, api = SITE_URL } = host.dataset;
        const note = noteOn(asset);
        const wanted = note ?? api;
        if (wanted !== subscribedTo) {
          subscribedTo = wanted;
          unsubscribe();
          data.latest = {};
          data.problems = [note];
          subscriptions = note ? [] : subscribe(api);
          redraw();
        }
        render(isLook);
      },
      close() {
        close();
        unsubscribe();
      },
    };
  };
}

/** What is said in the place of a picture. @param asset as the host asks for it; nothing is Bitcoin */
function noteOn(asset = ""): WidgetProblem | undefined {
  if (asset === "crypto") return "soon";
  return asset && asset !== "btc" ? "unknown" : undefined;
}
