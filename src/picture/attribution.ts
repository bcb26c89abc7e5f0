import { type Tree, tree } from "./tree.js";

/** Who publishes the number. */
export interface Publisher {
  readonly indexName: string;
  readonly siteName: string;
  /** Public address of the site. */
  readonly baseUrl: string;
}

/** The line whoever shows a score has to show: index, service, site address. Where no link works it is this text. */
export function attributionText({ indexName, siteName, baseUrl }: Publisher): string {
  return `${indexName} by ${siteName} · ${hostOf(baseUrl)}`;
}

/** The same line for a page: its address is a link. */
export function attributionLine({ indexName, siteName, baseUrl }: Publisher): Tree {
  const link = tree("a", { href: baseUrl, target: "_blank", rel: "noopener" }, hostOf(baseUrl));
  return tree("p", { class: "credit" }, `${indexName} by ${siteName} · `, link);
}

/** `https://peak.example:8443/x/` → `peak.example:8443` */
function hostOf(address: string): string {
  return address.replace(/^[a-z]+:\/\//, "").replace(/[/?#].*$/, "");
}
