import type { AttributionWords } from "../shape.js";

export const attribution = {
  title: (indexName) => `Quellenangabe · ${indexName}`,
  description: "Die Zeile, die zu jedem gezeigten Wert gehört, und die Quellen der Daten mit ihren Bedingungen.",
  heading: "Quellenangabe",
  show: "Beim Zeigen eines Werts",
  line: "Zu nennen sind der Index und der Dienst mit seiner Adresse. Widgets, Iframe und Bilder tun das von selbst; überall sonst genügt diese Zeile:",
  forms: ["HTML", "Markdown", "Text"],
  figures: "Wer auch die Marktdaten zeigt, nennt zusätzlich deren Quellen.",
  sources: "Verwendete Quellen",
  columns: ["Quelle", "Liefert", "Lizenz oder Bedingungen"],
  english: "Die Angaben zu den Quellen sind auf Englisch.",
} satisfies AttributionWords;
