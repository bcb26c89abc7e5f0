import type { AttributionWords } from "../shape.js";

export const attribution = {
  title: (indexName) => `Attribution · ${indexName}`,
  description: "The line to show with a score, and the sources of the data with their terms.",
  heading: "Attribution",
  show: "When you show a score",
  line: "Name the index and the service with its address. Widgets, iframe and pictures do it by themselves; anywhere else, this line is enough:",
  forms: ["HTML", "Markdown", "Plain text"],
  figures: "When you show the market figures too, name their sources as well.",
  sources: "Sources in use",
  columns: ["Source", "Gives", "License or terms"],
  english: undefined,
} satisfies AttributionWords;
