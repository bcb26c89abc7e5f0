/** Every public path. */
export const PATHS = {
  current: "/api/public/nhci",
  history: "/api/public/nhci/history",
  home: "/",
  attribution: "/attribution",
  alive: "/healthz",
  ready: "/readyz",
} as const;

export type Path = (typeof PATHS)[keyof typeof PATHS];

/** Methods of every known path, as `Allow` lists them. */
export const ALLOW = "GET, HEAD, OPTIONS";

const KNOWN: ReadonlySet<string> = new Set(Object.values(PATHS));

export function isKnownPath(path: string): boolean {
  return KNOWN.has(path);
}

/** A request target without its query. */
export function pathOf(target: string): string {
  const query = target.indexOf("?");
  return query === -1 ? target : target.slice(0, query);
}

/** Whether a request target is this path, with or without a query. Cheaper than `pathOf`: nothing is cut off. */
export function isPath(target: string, path: Path): boolean {
  if (target.length === path.length) return target === path;
  return target.charCodeAt(path.length) === QUESTION_MARK && target.startsWith(path);
}

const QUESTION_MARK = 63;
