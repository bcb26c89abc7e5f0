import { expect, onTestFinished, test } from "vitest";
import { DAY_MS } from "../../../src/domain/instant.js";
import { deprecatedAt, type Retirement, sunsetAt } from "../../../src/domain/retirement.js";
import type { Endpoint } from "../../../src/http/endpoint.js";
import { ENDPOINTS } from "../../../src/http/endpoints/all.js";
import { openapiDocument } from "../../../src/http/endpoints/openapi.js";
import { retiredPaths } from "../../../src/http/retired-endpoints.js";
import { createHttpServer } from "../../../src/http/servers.js";
import { fakeClock } from "../../support/fake-clock.js";
import { sampleDeps } from "./sample-deps.js";

const CURRENT = "/api/public/nhci";
const REVISIONS = "/api/public/nhci/revisions";
const SCORE_TEXT = "/api/public/nhci/score.txt";

const RETIREMENT: Retirement = {
  announced: "2026-11-20",
  sunset: "2027-12-01",
  successor: "/api/public/nhci/corrections",
  note: "The new path has pages.",
};

/** The product's endpoints, some of them retired on purpose. */
const RETIRED = ENDPOINTS.map((each) =>
  [CURRENT, REVISIONS, SCORE_TEXT].includes(each.path) ? { ...each, retirement: RETIREMENT } : each,
);

async function serving(at: string, take = () => ({ allowed: true, remaining: 3, resetSeconds: 9 })) {
  const server = createHttpServer({ ...sampleDeps(), clock: fakeClock(at), limit: { take } }, RETIRED);
  const { port } = await server.listen();
  onTestFinished(() => server.close(0));
  return (path: string, init?: RequestInit) => fetch(`http://127.0.0.1:${port}${path}`, init);
}

const said = ({ headers }: Response) => ["deprecation", "sunset", "link"].map((name) => headers.get(name));

const HEADERS = [
  "@1795132800",
  "Wed, 01 Dec 2027 00:00:00 GMT",
  '<http://127.0.0.1:8080/docs#stability>; rel="deprecation"; type="text/html", <http://127.0.0.1:8080/docs#stability>; rel="sunset"; type="text/html", <http://127.0.0.1:8080/api/public/nhci/corrections>; rel="successor-version"',
];

test("until its sunset a retired path answers as before, and says on every status when it ends", async () => {
  const ask = await serving("2027-11-30T23:59:59Z");
  const whole = await ask(REVISIONS);
  expect([whole.status, ...said(whole)]).toEqual([200, ...HEADERS]);
  const { etag = "" } = Object.fromEntries(whole.headers);
  const known = await ask(REVISIONS, { headers: { "if-none-match": etag } });
  expect([known.status, ...said(known)]).toEqual([304, ...HEADERS]);
  const limited = await serving("2026-11-21T07:06:00Z", () => ({ allowed: false, remaining: 0, resetSeconds: 9 }));
  const refused = await limited(CURRENT);
  expect([refused.status, ...said(refused)]).toEqual([429, ...HEADERS]);
  expect(said(await ask("/feed.json"))).toEqual([null, null, null]);
});

test("from its sunset on it is 410 that says what to use instead, and counts against no limit", async () => {
  let counted = 0;
  const ask = await serving("2027-12-01T00:00:00Z", () => {
    counted++;
    return { allowed: true, remaining: 3, resetSeconds: 9 };
  });
  for (const path of [REVISIONS, CURRENT]) {
    const gone = await ask(path);
    expect([gone.status, gone.headers.get("cache-control"), ...said(gone)]).toEqual([410, "no-store", ...HEADERS]);
    expect(await gone.json()).toEqual({
      ok: false,
      type: "about:blank",
      title: "Gone",
      status: 410,
      detail: `${path} is deprecated since 2026-11-20 and answers until 2027-12-01, 00:00 UTC; then 410. /api/public/nhci/corrections takes its place. The new path has pages.`,
    });
  }
  expect(counted).toBe(0);
  expect((await ask(REVISIONS, { method: "POST" })).status).toBe(405);
});

test("both feeds announce it, in the order of time", async () => {
  const ask = await serving("2026-11-21T07:06:00Z");
  const { items } = (await (await ask("/feed.json")).json()) as { items: Record<string, string>[] };
  const titles = items.map(({ title }) => title);
  expect(titles[1]).toBe(`Deprecated: ${CURRENT}, until 2027-12-01`);
  expect(titles[0]).toMatch(/^Cycle-top/);
  expect(items[2]).toMatchObject({
    id: `tag:127.0.0.1,2026-11-20:/nhci/changes/2026-11-20/retirement${REVISIONS}`,
    date_published: "2026-11-20T00:00:00.000Z",
  });
  expect(await (await ask("/feed.atom")).text()).toContain(`retirement${SCORE_TEXT}`);
});

test("openapi.json marks it", () => {
  const retired = retiredPaths(RETIRED);
  const { paths } = openapiDocument(RETIRED, { indexName: "A", address: "https://peak.example", version: "1" }) as {
    paths: Record<string, { get: { deprecated?: boolean; description?: string } }>;
  };
  expect(Object.entries(paths).flatMap(([path, { get }]) => (get.deprecated ? [path] : []))).toEqual(
    retired.map(({ path }) => path),
  );
  expect(paths[REVISIONS]?.get.description).toContain("answers until 2027-12-01");
});

test("every end is announced 12 months ahead", () => {
  expect(retiredPaths(ENDPOINTS).filter(isTooSoon)).toEqual([]);
  const soon: Endpoint[] = [
    { path: "/a", group: "extra", responder: () => () => ({ status: 200, head: [], body: "" }) },
  ];
  const planted = soon.map((each) => ({ ...each, retirement: { ...RETIREMENT, sunset: "2027-11-19" } }));
  expect(retiredPaths(planted).filter(isTooSoon)).toHaveLength(1);
});

function isTooSoon({ retirement }: { readonly retirement: Retirement }): boolean {
  return sunsetAt(retirement) - deprecatedAt(retirement) < 365 * DAY_MS;
}
