import { html } from "../../html.js";
import type { DataWords } from "../docs-shape.js";

/** Words of the data besides the two endpoints. */
export const dataWords = {
  meta: {
    heading: "What the score stands on",
    purpose:
      "Version of the model, the phases and their bounds, days in the phase, change over 1, 7 and 30 days, when the next score and row come, where each live figure is from and how old it is, and the health of each source.",
    renewed: "with the score; ages every 30 seconds",
    cache: "60 seconds",
  },
  proof: {
    heading: "Proof of the history",
    purpose: html`Every closed day is chained by its hash to the day before, and the end of the chain is signed: a row that was changed, dropped or put in later does not go unseen. The last 30 links are given; of older days there are hashes only. <code>npx peak verify</code> with the address of this site checks them.`,
    renewed: "daily after 06:00 UTC",
    cache: "5 minutes",
  },
  publicKeys: {
    heading: "Public keys",
    purpose:
      "The keys with which the end of the chain is signed, in the order in which they were added, as a JWK set (RFC 7517). A key stays in the list for ever.",
    renewed: "when a key is added",
    cache: "5 minutes",
  },
  revisions: {
    heading: "Corrections",
    purpose:
      "A published row never changes. Each correction stands in this list with its reason; without any, the list is empty.",
    renewed: "when a row is corrected",
    cache: "5 minutes",
  },
  freeFact: "none",
} satisfies DataWords;
