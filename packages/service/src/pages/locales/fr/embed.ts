import { html } from "../../html.js";
import { FACTS } from "../facts.js";
import type { Locale } from "../locale.js";

export const embed: Locale["embed"] = {
  title: (indexName) => `Intégrer le ${indexName}`,
  description:
    "Graphique, badge, iframe et images de l’indice du cycle du bitcoin pour toute page\u00a0: voir l’aperçu, " +
    "copier le code. Gratuit et sans clé.",
  heading: "Placez l’indice sur votre page.",
  lead: "Gratuit et sans clé. Affiche toujours le score actuel et cite la source.",
  theme: "Thème",
  themes: ["Selon le système", "Clair", "Sombre"],
  width: "Largeur",
  asset: "Actif",
  language: "Langue du widget",
  pageLanguage: "Celle de la page",
  usual: "Convient à la plupart des pages",
  kinds: {
    chart: ["Graphique", "30 jours ou le cycle entier, à lire à la souris, au doigt ou avec les flèches."],
    badge: [
      "Badge",
      "Score, phase et signal\u00a0: 220, 320 ou 400\u00a0px de large. Le Markdown donne un badge pour README.",
    ],
    frame: ["Iframe", "Pour les pages sans scripts. Elle se met à jour toute seule."],
  },
  forms: { script: "Script", picture: "Image", markdown: "Markdown", frame: "Iframe", cycle: "Cycle entier" },
  details: "Détails",
  scripts: {
    heading: "Attributs du graphique et du badge",
    hosts: html`Un seul script suffit pour tous les éléments, même ceux que vous ajoutez plus tard. Le graphique
se place dans un élément avec <code>data-nhci-widget</code> ou <code>id="nhci-widget"</code>, le badge dans un élément
avec <code>data-nhci-badge</code>.`,
    room: (chart, badge) =>
      html`Tant que le script n’est pas chargé, l’élément affiche son propre contenu. Réservez sa hauteur et rien
ne bougera\u00a0: <code>min-height: ${chart}px</code> pour le graphique, <code>${badge}px</code> pour le badge.`,
    columns: ["Attribut", "Valeurs", "Signification"],
    asset: "actif\u00a0; la crypto arrive bientôt",
    bothAssets: "actif\u00a0; la crypto n’a ni cours ni signal",
    size: "largeur maximale du badge\u00a0: 220, 320 ou 400\u00a0px",
    theme: "par défaut, le thème de votre page, sinon celui du système",
    lang: html`par défaut, le <code>lang</code> de votre page`,
    range: "30 jours, ou le cycle entier en image",
    api: "l’adresse d’un autre site Peak",
  },
  frame: {
    heading: "Hauteur de l’iframe",
    text:
      "Les hauteurs du code correspondent à leurs largeurs. Si votre colonne change de largeur, reprenez la " +
      "hauteur que l’iframe vous envoie\u00a0:",
  },
  pictures: {
    heading: "Paramètres des images",
    text: html`Les images acceptent <code>?size=sm|md|lg</code>, <code>?theme=light|dark</code> (en SVG aussi
<code>auto</code>) et <code>?lang=</code>. Un PNG a deux pixels par pixel CSS.`,
    cache: (seconds) =>
      `Elles restent ${seconds} secondes en cache\u00a0; inutile d’ajouter un horodatage à l’adresse.`,
  },
  policy: {
    heading: "Content Security Policy",
    text:
      "Si votre page envoie une politique, ajoutez ces lignes. Les scripts n’ont pas besoin de 'unsafe-inline' " +
      "et fonctionnent avec Trusted Types.",
  },
  places: {
    heading: "WordPress, Notion, GitHub, React",
    wordPress:
      "Collez l’un des extraits dans un bloc «\u00a0HTML personnalisé\u00a0». Dans les offres sans scripts, " +
      "utilisez les images.",
    notion: html`Tapez <code>/embed</code> et collez l’adresse de l’iframe.`,
    readme: "Utilisez le Markdown du badge pour README. GitHub garde les images quelques minutes.",
    frameworks: "Chargez le script une fois et placez l’élément où vous voulez\u00a0; le script le trouve.",
  },
  privacy: {
    heading: "Confidentialité et mention de la source",
    text:
      `Les widgets ne déposent pas de cookies, ne gardent rien dans le navigateur et ne se connectent qu’à ce ` +
      `site. Les adresses IP restent en mémoire vive pendant les ${FACTS.windowSeconds} secondes de la limite de ` +
      `requêtes.`,
    credit: (link) =>
      html`Chaque widget et chaque image citent l’indice et le site\u00a0; laissez cette mention visible. Si vous
affichez les chiffres vous-même, <a href="${link}">ajoutez la mention</a>.`,
  },
};
