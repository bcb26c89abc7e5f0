import type { AttributionWords } from "../shape.js";

export const attribution = {
  title: (indexName) => `Attribution · ${indexName}`,
  description: "La ligne à afficher avec chaque valeur, et les sources des données avec leurs conditions.",
  heading: "Attribution",
  show: "Quand vous affichez une valeur",
  line: "Nommez l’indice et le service avec son adresse. Les widgets, l’iframe et les images le font d’eux-mêmes\u00a0; partout ailleurs, cette ligne suffit\u00a0:",
  forms: ["HTML", "Markdown", "Texte"],
  figures: "Si vous affichez aussi les chiffres du marché, nommez également leurs sources.",
  sources: "Sources utilisées",
  columns: ["Source", "Fournit", "Licence ou conditions"],
  english: "Les précisions sur les sources sont en anglais.",
} satisfies AttributionWords;
