import { contentPolicy, type Needs } from "../../site/content-policy.js";
import type { Manner } from "../answer.js";

/** How a page for people is sent. @param style all of its CSS */
export function pageManner(style: string, needs: Needs = {}): Manner {
  return {
    contentType: "text/html; charset=utf-8",
    also: ["Content-Security-Policy", contentPolicy(style, needs), "Referrer-Policy", "no-referrer"],
  };
}
