import type { CommonWords } from "../shape.js";

export const common = {
  language: "Français",
  menu: { home: "Indice", record: "Bilan", embed: "Intégrer", docs: "API", status: "État", attribution: "Attribution" },
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
} satisfies CommonWords;
