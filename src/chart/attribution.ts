import { type Tree, tree } from "./tree.js";

/** Who publishes the number. */
export interface Publisher {
  readonly indexName: string;
  readonly siteName: string;
  /** Public address of the site. */
  readonly baseUrl: string;
}

/** The line whoever shows a score has to show, in parts: index and service, the site's host, its address as a link. */
export type Credit = readonly [names: string, host: string, address: string];

export function creditOf({ indexName, siteName, baseUrl }: Publisher): Credit {
  return [`${indexName} by ${siteName} · `, hostOf(baseUrl), baseUrl];
}

/** The line as text, where no link works. */
export function attributionText(publisher: Publisher): string {
  const [names, host] = creditOf(publisher);
  return names + host;
}

/** The line for a page: its end is a link. */
export function attributionLine(publisher: Publisher): Tree {
  const [names, host, href] = creditOf(publisher);
  return tree("p", { class: "credit" }, names, tree("a", { href, target: "_blank", rel: "noopener" }, host));
}

/** `https://peak.example:8443/x/` → `peak.example:8443` */
function hostOf(address: string): string {
  return address.replace(/^[a-z]+:\/\//, "").replace(/[/?#].*$/, "");
}
