import type { Locale } from "../locale.js";
import { embed } from "./embed.js";
import { home } from "./home.js";

export const fr: Locale = {
  common: {
    menuButton: "Menu",
    menuLabel: "Pages",
    pages: {
      home: "Aujourd’hui",
      record: "Bilan",
      method: "Méthode",
      embed: "Intégrer",
      docs: "API",
      feed: "Flux",
      status: "État",
      attribution: "Sources et mentions",
    },
    languages: "Langue",
    skip: "Aller au contenu",
    simulated: "Marché simulé\u00a0: ces chiffres sont inventés et ne décrivent aucun actif réel.",
    missing: {
      heading: "Page introuvable",
      description:
        "Il n’y a pas de page à cette adresse. Peut-être une faute de frappe\u00a0; le menu ci-dessus mène à tout " +
        "le reste.",
      now: "Score du cycle du bitcoin actuel",
    },
    copy: "Copier",
    copied: "Copié",
    selected: "Sélectionné\u00a0; copiez-le au clavier",
    advice: "Ceci n’est pas un conseil en investissement.",
    privacy: "Pas de cookies, pas de pistage, aucune requête à des tiers.",
    pictureAlt: (indexName) => `${indexName}\u00a0: le score actuel, puis son passé en cinq phases`,
  },
  home,
  embed,
  attribution: {
    description: "La mention à afficher avec chaque score, et les sources des données avec leurs conditions.",
    heading: "Sources et mentions",
    show: "Quand vous affichez un score",
    line:
      "Citez l’indice et le service avec son adresse. Les widgets, l’iframe et les images le font " +
      "d’eux-mêmes\u00a0; partout ailleurs, cette mention suffit\u00a0:",
    plainText: "Texte",
    figures: "Si vous affichez aussi les chiffres du marché, citez également leurs sources.",
    sources: "Sources utilisées",
    columns: ["Source", "Fournit", "Licence ou conditions"],
    english: "Les précisions sur les sources sont en anglais.",
  },
};
