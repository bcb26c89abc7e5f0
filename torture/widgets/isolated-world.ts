import type { Page } from "playwright-core";

/** Runs scripts on the elements of a page, where the page cannot have patched anything. */
export interface IsolatedWorld {
  run<T>(expression: string): Promise<T>;
}

/** Of the page as it is loaded now. */
export async function isolatedWorld(page: Page): Promise<IsolatedWorld> {
  const session = await page.context().newCDPSession(page);
  const { frameTree } = await session.send("Page.getFrameTree");
  const { executionContextId } = await session.send("Page.createIsolatedWorld", { frameId: frameTree.frame.id });
  return {
    async run<T>(expression: string) {
      const options = { expression, contextId: executionContextId, returnByValue: true };
      const { result, exceptionDetails } = await session.send("Runtime.evaluate", options);
      if (exceptionDetails !== undefined) throw new Error(exceptionDetails.exception?.description ?? expression);
      return result.value as T;
    },
  };
}
