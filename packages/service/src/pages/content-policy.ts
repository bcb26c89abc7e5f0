/** The `Content-Security-Policy` of our own pages: it allows only what a page declares that it needs. */
import { createHash } from "node:crypto";

/**
 * @param style text of the page's `style` element
 * @param needs directives for what else the page loads from our own origin
 */
export function contentPolicy(style: string, needs: readonly Need[] = []): string {
  return [
    "default-src 'none'",
    `style-src ${sourceHash(style)}`,
    `img-src data:${needs.includes("img-src") ? " 'self'" : ""}`, // the icon is part of the page
    ...needs.filter((need) => need !== "img-src").map((need) => `${need} 'self'`),
    "connect-src 'self'", // for scripts, and for tools that check a page from inside, such as Lighthouse
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ].join("; ");
}

export type Need = `${"script" | "frame" | "img" | "manifest"}-src`;

/** How a policy allows an inline style or script. */
export function sourceHash(text: string): string {
  return `'sha256-${createHash("sha256").update(text).digest("base64")}'`;
}
