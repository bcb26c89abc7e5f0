import { SECOND_MS } from "../domain/instant.js";
import { deprecatedAt, type RetiredPath, type Retirement, retirementText, sunsetAt } from "../domain/retirement.js";
import { addressOf, pagePath, type Site } from "../site/site.js";
import type { HeaderList } from "./cors.js";
import type { Endpoint, EndpointDeps, Responder } from "./endpoint.js";
import { gone } from "./problems.js";
import type { PreparedResponse } from "./response-variants.js";

/** Every path that is announced to end, in the order of the list of endpoints. */
export function retiredPaths(endpoints: readonly Endpoint[]): readonly RetiredPath[] {
  return endpoints.flatMap(({ path, retirement }) => (retirement === undefined ? [] : [{ path, retirement }]));
}

/** Says on every answer of a path that it will end and when; from then on the path is 410. */
export function withRetirement(
  { path, retirement }: Endpoint,
  respond: Responder,
  { clock, config }: Pick<EndpointDeps, "clock" | "config">,
): Responder {
  if (retirement === undefined) return respond;
  const headers = retirementHeaders(config, retirement);
  const afterSunset = gone(retirementText({ path, retirement }), headers);
  const marked = (response: PreparedResponse) => ({ ...response, head: [...response.head, ...headers] });
  return (request, asked) => {
    if (clock.now() >= sunsetAt(retirement)) return afterSunset;
    const response = respond(request, asked);
    return response instanceof Promise ? response.then(marked) : marked(response);
  };
}

/** Sources: RFC 9745 (`Deprecation`, a date in seconds), RFC 8594 (`Sunset`, an HTTP date), and their link relations. */
function retirementHeaders(site: Site, retirement: Retirement): HeaderList {
  const policy = `<${addressOf(site, pagePath("docs", "en"))}#stability>`;
  const { successor } = retirement;
  const links = [
    `${policy}; rel="deprecation"; type="text/html"`,
    `${policy}; rel="sunset"; type="text/html"`,
    ...(successor === undefined ? [] : [`<${addressOf(site, successor)}>; rel="successor-version"`]),
  ];
  return [
    "Deprecation",
    `@${deprecatedAt(retirement) / SECOND_MS}`,
    "Sunset",
    new Date(sunsetAt(retirement)).toUTCString(),
    "Link",
    links.join(", "),
  ];
}
