/** What every page says about the site. */
export interface Site {
  readonly indexName: string;
  readonly siteName: string;
  /** May have a path: the site then stands below it. */
  readonly baseUrl: URL;
  readonly simulated: boolean;
}

/** The whole address of a path of the site. @param path from its root, e.g. `/es/docs` */
export function addressOf({ baseUrl }: Site, path: string): string {
  return baseUrl.href.replace(/\/$/, "") + path;
}
