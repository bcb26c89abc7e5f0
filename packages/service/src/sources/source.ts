/**
 * How a source is written: its file states the facts and one handler for each kind of data, and `source` makes the
 * rest of it.
 */

import type { Observation } from "../domain/observation.js";
import type { Coin, DataKind, DataRequest, Source } from "../ingest/data-source.js";
import type { Clock } from "../platform/clock.js";
import type { FaultIn, FetchJson } from "./fetch-json.js";
import type { OnDropped } from "./history-checks.js";

/**
 * One source, in one file: what it gives, where it is, on which terms, and how it is asked and read. Settings,
 * `/attribution`, `peak doctor` and metrics follow from what is written here.
 */
export interface SourceDefinition<Name extends string = string> {
  /** As in `UPSTREAMS_DISABLED` and in stored rows. */
  readonly name: Name;
  /** The name a person knows it by. */
  readonly title: string;
  /** What Peak takes from it. */
  readonly gives: string;
  /** Scheme and host; the documented path is appended. A setting may put another address in its place. */
  readonly baseUrl: string;
  /** Where a person can read about it. */
  readonly link: string;
  /** What its terms say about publishing a derived index, as read in November 2026. */
  readonly license: string;
  /** The text it wants to see, or the credit we give on our own. */
  readonly attribution: string;
  /** The least time between two requests, in units of the configured spacing. */
  readonly spacingFactor: number;
  /** The header that carries the free key some sources hand out; absent where there is none. */
  readonly keyHeader?: string;
  /** Its errors inside of bodies, where it has a way of its own; readers then never see them. */
  readonly faultIn?: FaultIn;
  /** The path that all documented calls share, e.g. `/0/public`; may be empty. */
  readonly root: string;
  /** Whether it has prices and closes of a coin; of others it is never asked. All when absent. */
  readonly lists?: (coin: Coin) => boolean;
  readonly open: (deps: SourceDeps) => Source;
}

/** What a source is opened with. */
export interface SourceDeps {
  readonly fetchJson: FetchJson;
  /** Scheme, host and optional path prefix. */
  readonly base: URL;
  readonly clock: Clock;
  /** One tether in USD as last seen, `undefined` when unknown. */
  readonly tetherRate: () => number | undefined;
  readonly onDropped: OnDropped;
}

/**
 * How a source is asked for each kind of data that it has. It gives one page, or several one after the other; an empty page
 * is left out. The handler of `prices` gets only coins that the source lists.
 */
export type Handlers = {
  readonly [Kind in DataKind]?: Handler<Extract<DataRequest, { readonly kind: Kind }>>;
};

type Handler<Request> = (request: Request, signal: AbortSignal) => Pages;
type Pages = Promise<readonly Observation[]> | AsyncIterable<readonly Observation[]>;

/** What a file of a source is given to ask with. */
export interface OpenDeps extends Omit<SourceDeps, "base"> {
  /** The URL of a documented call. @param path below the root, e.g. `/Ticker` */
  readonly url: (path: string, query?: Query) => URL;
}

/** A source as its file writes it. */
interface Definition<Name extends string> extends Omit<SourceDefinition<Name>, "open"> {
  readonly open: (deps: OpenDeps) => Handlers;
}

/**
 * Makes a source of what its file says. It keeps the name as a type of its own, so that the list of all sources is also the
 * list of their names.
 */
export function source<const Name extends string>({ open, ...about }: Definition<Name>): SourceDefinition<Name> {
  const { name, root, lists = () => true } = about;
  return {
    ...about,
    open(deps) {
      const url = (path: string, query?: Query) => apiUrl(deps.base, root, path, query);
      const handlers = open({ ...deps, url });
      const handlerOf = ({ kind }: DataRequest) => handlers[kind] as Handler<DataRequest> | undefined;
      return {
        name,
        answers(request) {
          if (request.kind === "prices" && !request.coins.some(lists)) return false;
          if (request.kind === "daily" && !lists(request.coin)) return false;
          return handlerOf(request) !== undefined;
        },
        async *observe(request, signal) {
          const listed = request.kind === "prices" ? { ...request, coins: request.coins.filter(lists) } : request;
          const pages = handlerOf(request)?.(listed, signal) ?? [];
          for await (const page of pages instanceof Promise ? [pages] : pages) if (page.length > 0) yield page;
        },
      };
    },
  };
}

type Query = Readonly<Record<string, string | number>>;

/**
 * The URL of a call. The documented path is appended to the base's own path; where that path already ends with the
 * documented root, the root is not appended twice: `http://mirror/api/v2` and `http://mirror` mean the same.
 *
 * @param base scheme, host and optional path prefix
 * @param root the documented path that all calls of the source share, e.g. `/0/public`; may be empty
 * @param path the rest of it, e.g. `/Ticker`
 */
export function apiUrl(base: URL, root: string, path: string, query: Query = {}): URL {
  const url = new URL(base);
  const prefix = url.pathname.replace(/\/+$/, "");
  url.pathname = `${prefix.endsWith(root) ? prefix : `${prefix}${root}`}${path}`;
  url.hash = "";
  url.search = "";
  for (const [key, value] of Object.entries(query)) url.searchParams.append(key, String(value));
  return url;
}
