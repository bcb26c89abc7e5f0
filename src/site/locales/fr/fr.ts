import type { Translation } from "../locale.js";
import { docs } from "./docs.js";
import { embed } from "./embed.js";
import { home } from "./home.js";
import { record } from "./record.js";
import { status } from "./status.js";

export const fr: Translation = {
  common: {
    menu: {
      home: "Indice",
      record: "Bilan",
      embed: "Intégrer",
      docs: "API",
      status: "État",
      attribution: "Attribution",
    },
    menuLabel: "Pages",
    languages: "Langue",
    skip: "Aller au contenu",
    simulated: "Marché simulé\u00a0: ces chiffres sont inventés et ne décrivent aucun actif réel.",
    missing: {
      heading: "Rien ici",
      text: "Il n’y a pas de page à cette adresse. Peut-être une faute de frappe\u00a0; le menu ci-dessus mène à tout le reste.",
    },
    advice: "Rien ici n’est un conseil financier.",
    privacy: "Pas de cookies, pas de pistage, aucune requête à des tiers.",
    cardAlt: (indexName) => `${indexName}\u00a0: la valeur actuelle et les 30 derniers jours`,
  },
  home,
  record,
  embed,
  docs,
  status,
  attribution: {
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
  },
};
