import { type Html, html } from "../html.js";
import type { TryWords } from "../locales/docs-shape.js";

/**
 * A link to an answer and, for `widgets/site/try-it.ts`, a place where it is shown. Without script it is the link alone.
 *
 * @param href from the page to the answer
 */
export function tryIt(href: string, words: TryWords): Html {
  const { button, open, asking, status, headers, body, failed } = words;
  return html`<div class="try screen-only" data-try="${href}" data-button="${button}" data-asking="${asking}" data-status="${status}" data-headers="${headers}" data-body="${body}" data-failed="${failed}"><p><a href="${href}">${open}</a></p></div>`;
}
