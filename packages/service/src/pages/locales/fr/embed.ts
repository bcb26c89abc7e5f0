import { LANGUAGES } from "peak-cycle-drawing";
import { html } from "../../html.js";
import { FACTS } from "../facts.js";
import type { Locale } from "../locale.js";

export const embed = {
  title: (indexName) => `Intégrer le ${indexName}`,
  description:
    "Graphique, badge, iframe et images de l’indice du cycle du bitcoin pour toute page\u00a0: choisir, voir l’aperçu, copier le code. Gratuit et sans clé.",
  heading: "Intégrer",
  lead: "Le score sur votre propre page\u00a0: gratuit, sans clé, sans inscription. Il se met à jour tout seul.",
  kinds: {
    chart: "Graphique (script)",
    badge: "Badge (script)",
    frame: "Iframe",
    "chart-svg": "Image du graphique, SVG",
    "chart-png": "Image du graphique, PNG",
    "badge-svg": "Image du badge, SVG",
    "badge-png": "Image du badge, PNG",
    "badge-flat": "Badge d’une ligne, plat",
    "cycle-svg": "Cycle entier, SVG",
    "cycle-png": "Cycle entier, PNG",
  },
  choose: {
    heading: "Choisir et copier",
    size: "Largeur",
    theme: "Thème",
    themes: ["selon le système", "clair", "sombre"],
    asset: "Actif",
  },
  scripts: {
    heading: "Graphique et badge",
    points: {
      hosts: html`Un élément marque l’emplacement\u00a0: <code>data-nhci-widget</code> ou <code>id="nhci-widget"</code> pour le graphique, <code>data-nhci-badge</code> pour le badge. Une seule balise de script suffit pour tous, y compris ceux que votre page ajoute, déplace ou retire plus tard.`,
      requests:
        "Tous les widgets d’une page partagent une requête par point d’accès. Ils s’arrêtent dans les onglets cachés, gardent la dernière image quand nous ne répondons pas et réessaient d’eux-mêmes.",
      reading:
        "Les jours se lisent à la souris, au doigt et au clavier\u00a0; un lecteur d’écran reçoit une phrase et un tableau.",
      room: html`Jusqu’à l’arrivée du script, l’élément montre ce qu’il contient. Un <code>min-height</code> dans votre feuille de style réserve la place et rien ne bouge\u00a0: 134\u00a0px pour un badge (petit\u00a0: 189), 575\u00a0px pour un graphique dans une colonne de 320 à 419\u00a0px, 645\u00a0px à partir de 832\u00a0px.`,
    },
    columns: ["Attribut", "Valeurs", "Signification"],
    asset: "quel actif\u00a0; la crypto arrive bientôt",
    assets: {
      meaning: "quel actif",
      crypto: html`Le score de la crypto dans son ensemble a une phase et ses propres 30 jours, sans cours, ni signal, ni alerte. Dans une adresse\u00a0: <code>?asset=crypto</code>. Le cycle entier ne montre que le bitcoin.`,
    },
    size: "largeur maximale d’un badge\u00a0: 220, 320 ou 400\u00a0px",
    theme: "par défaut comme votre page, sinon selon le système du visiteur",
    lang: html`par défaut le <code>lang</code> le plus proche de votre page, sinon l’anglais`,
    api: "une autre adresse du service\u00a0; par défaut celle du script",
  },
  frame: {
    intro:
      "Pour les endroits qui n’acceptent aucun script. La page est complète en une réponse, fonctionne sans scripts et se met à jour toutes les cinq minutes.",
    height: html`Les hauteurs du code conviennent. Si votre colonne change de largeur, laissez l’iframe vous dire sa hauteur\u00a0: elle envoie <code>{ type: "peak:height", height }</code> à votre page.`,
  },
  pictures: {
    heading: "Images",
    intro: html`Pour les e-mails, les fichiers README et partout où le reste ne marche pas\u00a0: <code>?size=sm|md|lg</code>, <code>?theme=light|dark|auto</code> (<code>auto</code> en SVG seulement) et <code>?lang=${LANGUAGES.join("|")}</code>. Les PNG ont deux pixels par pixel CSS. La mention fait partie de l’image.`,
    cache: (seconds) =>
      html`Elles peuvent être mises en cache ${seconds} secondes et l’indiquent\u00a0; inutile d’ajouter un horodatage à l’adresse. Une image dont le score a plus de deux heures indique qu’il est périmé.`,
  },
  policy: {
    intro:
      "Si votre page envoie une politique, il lui faut ces lignes et aucune autre. Les widgets fonctionnent sous default-src 'none'.",
    after: html`Pas de <code>'unsafe-inline'</code>, pas de <code>'unsafe-eval'</code>, pas de <code>style-src</code>\u00a0: les styles vivent dans des feuilles de style construites à l’intérieur d’un shadow root. Les scripts fonctionnent aussi sous <code>require-trusted-types-for 'script'</code>\u00a0; ils ne créent aucune politique et n’écrivent pas de balisage. Dans le code de l’iframe et de l’image, seul l’attribut <code>style</code> demande <code>style-src 'unsafe-inline'</code>\u00a0; sans lui, l’iframe a une bordure et une image large ne rétrécit pas.`,
  },
  places: {
    heading: "Exemples d’intégration",
    wordPress: html`Bloc «\u00a0HTML personnalisé\u00a0», n’importe quel extrait. Dans les offres de WordPress.com sans scripts, utilisez l’image.`,
    notion: html`Tapez <code>/embed</code> et collez l’adresse de l’iframe.`,
    readme: [
      "README sur GitHub, forums",
      "Le Markdown d’une image. Le proxy d’images de GitHub la garde quelques minutes.",
    ],
    frameworks: "Chargez le script une fois. Placez l’élément où vous voulez\u00a0; il est trouvé dès qu’il apparaît.",
  },
  privacy: {
    heading: "Vie privée",
    text: `Les widgets ne déposent pas de cookies, ne gardent rien dans le navigateur et n’interrogent que ce site. L’adresse IP du visiteur reste en mémoire vive pendant les ${FACTS.windowSeconds} secondes de la limite de requêtes, et nulle part ailleurs.`,
  },
  attribution: (link) =>
    html`Chaque widget et chaque image porte la mention qui cite l’indice et le site. Elle ne doit être ni retirée ni cachée\u00a0; sans elle, un widget cesse de s’afficher. Si vous affichez les chiffres vous-même, <a href="${link}">affichez aussi la mention</a>.`,
} satisfies Locale["embed"];
