/** Where a documented call lives below a base URL. */
export interface Endpoint {
  /** Scheme, host and optional path prefix of the source. */
  readonly base: URL;
  /** The documented path that all calls share, e.g. `/0/public`; may be empty. */
  readonly root: string;
  /** The rest of the documented path, e.g. `/Ticker`. */
  readonly path: string;
  readonly query?: Readonly<Record<string, string | number>>;
}

/**
 * The URL of a call. The documented path is appended to the base's own path; where that path already ends with the
 * documented root, the root is not appended twice: `http://mirror/api/v2` and `http://mirror` mean the same.
 */
export function endpoint({ base, root, path, query = {} }: Endpoint): URL {
  const url = new URL(base);
  const prefix = url.pathname.replace(/\/+$/, "");
  url.pathname = `${prefix.endsWith(root) ? prefix : `${prefix}${root}`}${path}`;
  url.hash = "";
  url.search = new URLSearchParams(
    Object.entries(query).map(([key, value]): [string, string] => [key, String(value)]),
  ).toString();
  return url;
}
