import axe from "axe-core";
import type { Page } from "playwright-core";

/**
 * What axe-core finds on a page, all its rules on. The page must have been opened with `bypassCSP`, since axe is a
 * script.
 *
 * @returns one line a rule and place
 */
export async function axeFindings(page: Page): Promise<readonly string[]> {
  await page.evaluate(axe.source);
  return page.evaluate(async () => {
    const runner = (window as unknown as { axe: typeof axe }).axe;
    const { violations, passes } = await runner.run(document, { resultTypes: ["violations"] });
    if (passes.length === 0) return ["axe has looked at nothing"];
    return violations.flatMap(({ id, nodes }) =>
      nodes.map(({ html, failureSummary }) => `${id}: ${html.slice(0, 160)} ${failureSummary}`),
    );
  });
}
