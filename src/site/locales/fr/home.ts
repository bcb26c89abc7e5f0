import { translate } from "../../../chart/locale.js";
import { html } from "../../html.js";
import type { Translation } from "../locale.js";

const peak = translate("PEAK", "fr");
const bottom = translate("FONDO", "fr");
const accumulation = translate("ACUM", "fr");

export const home = {
  title: (indexName) => `${indexName}\u00a0: où en est le bitcoin dans son cycle`,
  description:
    "Un indice gratuit du cycle du bitcoin, de 0 à 100, calculé chaque heure\u00a0: phase, signal, 30 jours d’historique, widgets et une API JSON ouverte.",
  lead: "Où en est le bitcoin dans son cycle\u00a0: 0, aussi bas qu’il descend d’ordinaire\u00a0; 100, aussi haut. Calculé chaque heure.",
  waiting: "Il n’y a pas encore de score\u00a0: le service rassemble le passé dont il a besoin.",
  now: {
    heading: "Maintenant",
    of100: "sur 100",
    stale: "Pas à jour\u00a0: le score a plus de 2 heures",
    signal: "Signal",
    flags: "Alertes",
    noFlags: "aucune active",
    descentGuard: "une descente de marché baissier est en cours",
    topRisk: "la figure d’un sommet de cycle est apparue ces 30 derniers jours",
    updated: "Mis à jour",
    crypto: "La crypto dans son ensemble",
    price: "Cours du bitcoin",
    dominance: "Dominance du bitcoin",
    fearGreed: "Peur et avidité",
    moods: {
      "Extreme Fear": "peur extrême",
      Fear: "peur",
      Neutral: "neutre",
      Greed: "avidité",
      "Extreme Greed": "avidité extrême",
    },
  },
  chart: {
    heading: "Les 30 derniers jours",
    note: (embed) =>
      html`Une ligne par jour, calculée à 06:00 UTC et jamais modifiée ensuite. <a href="${embed}">Mettre ce graphique sur votre page</a>.`,
    table: "Les mêmes jours en tableau",
  },
  phases: {
    heading: "Ce que signifient les phases",
    intro: "Une phase est une plage du score publié et rien d’autre. Les cinq ont la même largeur.",
    columns: ["Score", "Phase", "Clé dans l’API", "Ce que dit le score"],
    meanings: {
      FONDO: "Les indicateurs sont près du bas de leur propre passé.",
      ACUM: "Ils sont sous le milieu.",
      BULL: "Ils sont autour du milieu.",
      HOT: "Ils sont au-dessus du milieu.",
      PEAK: "Ils sont près du haut de leur propre passé.",
    },
    note: "Une phase dit où se trouve le cours par rapport à la valeur, pas où il ira ensuite.",
  },
  signals: {
    heading: "Ce que signifient les signaux",
    intro:
      "Le signal découle du score et des alertes selon un tableau fixe. Une alerte active le décale d’un cran vers la prudence.",
    columns: ["Signal", "Quand"],
    when: {
      ACCUMULATE: "score inférieur à 40, sans alerte",
      HOLD: "inférieur à 40 avec une alerte, ou de 40 à 59,9 sans alerte",
      CAUTION: "de 40 à 59,9 avec une alerte, ou de 60 à 79,9 sans alerte",
      REDUCE: "de 60 à 79,9 avec une alerte, ou à partir de 80 dans tous les cas",
    },
  },
  flags: {
    heading: "Ce que signifient les deux alertes",
    intro:
      "Elles observent des figures du cours et des chiffres que le score n’utilise pas, et peuvent être actives quel que soit le score.",
    descentGuard: {
      meaning:
        "Un marché baissier qui n’est pas arrivé à son terme, où un score bas n’est pas encore une bonne affaire.",
      goesUp:
        "S’active quand le cours est au moins 30\u00a0% sous son plus haut historique et sous sa moyenne à 200 jours.",
      comesDown:
        "Se retire après des signes de capitulation et 21 jours sans nouveau plus bas, ou quand le cours retrouve 85\u00a0% du plus haut, ou après 120 jours d’affilée au-dessus de la moyenne à 200 jours.",
    },
    topRisk: {
      pattern:
        "La figure d’un sommet de cycle\u00a0: soit la moyenne à 111 jours s’approche à moins de 5\u00a0% du double de la moyenne à 350 jours, soit le cours tient ses plus hauts de l’année avec des valorisations nettement plus faibles.",
      ends: "Reste active 30 jours après la dernière apparition de la figure. Se termine plus tôt si l’alerte de descente s’active\u00a0: le risque s’est réalisé.",
    },
  },
  method: {
    heading: "Comment il est fait",
    intro: "Quatre indicateurs publiés, de deux familles et de même poids\u00a0:",
    families: {
      cost: {
        name: "Le cours face au coût",
        holders: "la valeur de marché rapportée à ce que les détenteurs ont payé leurs pièces",
        miners: "la valeur de marché rapportée à ce que les mineurs ont reçu pour toutes les pièces",
      },
      ownPast: {
        name: "Le cours face à sa propre trajectoire longue",
        trend: "la distance à la ligne le long de laquelle le cours a crû comme une puissance de son âge",
        average: "le cours rapporté à sa moyenne sur 200 semaines",
      },
    },
    rest: {
      bands:
        "Les extrêmes se réduisent d’un cycle à l’autre\u00a0: une valeur brute dit donc peu de chose, sa place dans son propre passé en dit plus. Pour chaque indicateur, une bande contient les 95\u00a0% centraux de toutes ses valeurs à ce jour, et une valeur plus vieille de quatre ans compte pour moitié. Le bord inférieur de la bande vaut 0, le bord supérieur 100, et le score est la moyenne simple des quatre places.",
      noLookAhead:
        "Rien ne regarde en avant\u00a0: le score d’un jour utilise ce jour et les précédents. Rien n’est retouché\u00a0: une ligne publiée ne change jamais.",
      crypto:
        "Le score de la crypto dans son ensemble mêle celui du bitcoin à celui d’un panier de sept grandes monnaies, selon la dominance du bitcoin. Il est moins solide.",
      formulas: html`Toutes les formules, constantes et règles sont écrites dans <code>docs/method.md</code> du programme, pour que chacun puisse calculer les mêmes chiffres.`,
    },
  },
  wrong: {
    heading: "À quel point il s’est trompé",
    intro:
      "À lire avant de se fier à un chiffre. Tous les chiffres ici sont mesurés dans l’échantillon\u00a0: les règles ont été choisies en connaissant les années mêmes, 2014 à 2022, sur lesquelles elles sont mesurées.",
    record: (link) =>
      html`<a href="${link}">Le bilan complet</a> de cette installation\u00a0: chaque sommet et chaque creux, chaque fausse alerte et chaque oubli, à côté de repères simples, et les jours après 2022 à part de ceux sur lesquels le modèle a été choisi.`,
    turns: {
      caption: "Ce que disait le score aux retournements de 2014 à 2022",
      columns: ["Sommets", "Score", "Creux", "Score"],
    },
    years: {
      caption: "Le cours un an plus tard, par phase, de 2014 à 2022",
      columns: ["Phase", "Part des jours", "Variation médiane en un an"],
    },
    points: {
      few: [
        "Peu de cycles.",
        "Quatre achevés au plus\u00a0; des milliers de chiffres quotidiens ne sont pas indépendants.",
      ],
      tops: [
        "Des sommets qui baissent.",
        `Aux quatre derniers sommets, le score était de 100, 100, 92 et 79. Un sommet futur peut fort bien rester sous 80\u00a0: ${peak} en dit long quand il arrive, son absence dit peu de chose.`,
      ],
      early: [
        "Trop tôt.",
        `Sur 274 jours en ${peak}, 199 étaient hors de la zone étroite autour d’un sommet, la plupart dans les mois qui précèdent. Sur 500 jours en ${bottom}, 139 étaient hors de la zone autour d’un creux.`,
      ],
      noForecast: [
        "Pas une prévision.",
        `Les phases n’ordonnent pas l’avenir\u00a0: un an après ${bottom}, le cours avait moins gagné qu’un an après ${accumulation}.`,
      ],
      restless: ["Agité.", "La phase a changé 21 fois par an."],
      driver: [
        "Un seul moteur.",
        "Le cours est dans les quatre indicateurs. Le score ne connaît ni l’actualité, ni les flux, ni la macroéconomie.",
      ],
      flags: [
        "Les alertes.",
        "Celle de sommet était active avant cinq sommets, de 4 à 34 jours à l’avance, sans fausse alerte, et a manqué le sommet de juin 2019, à partir duquel le cours a perdu la moitié\u00a0; ses règles ont été façonnées sur certains des cinq, il faut donc s’attendre à moins bien. Celle de descente s’est aussi activée lors de deux baisses qui se sont résorbées, n’était pas active au creux de mars 2020, et en 2022 elle s’est retirée alors que le cours avait encore 27\u00a0% à perdre.",
      ],
      vendors: [
        "Des fournisseurs.",
        "Les chiffres de la chaîne sont des estimations de tiers, et deux installations aux sources différentes donnent des scores un peu différents.",
      ],
    },
  },
  use: {
    heading: "L’utiliser",
    intro: "Deux réponses JSON, gratuites, sans clé, ouvertes à toute origine\u00a0:",
    current: (link) => html`<a href="${link}">le score actuel</a>, renouvelé chaque heure`,
    history: (link) => html`<a href="${link}">les 30 derniers jours</a>, renouvelés chaque jour à 06:00 UTC`,
    limits: (docs) =>
      html`Au plus 20 requêtes par minute et par adresse, les deux ensemble\u00a0; la suivante reçoit 429 et <code>Retry-After</code>. <a href="${docs}">Tout sur l’API</a>, avec un bouton pour l’essayer.`,
    attribution: (link) =>
      html`Qui affiche un score nomme l’indice et ce site\u00a0: <a href="${link}">la ligne, et nos sources</a>.`,
  },
  pro: {
    heading: "API Pro",
    soon: "bientôt",
    text: html`L’historique complet depuis 2017, des clés personnelles dans l’en-tête <code>X-NHCI-API-Key: peak_live_…</code> et des limites plus élevées. Pas encore disponible\u00a0: aujourd’hui, une clé est acceptée et ne change rien.`,
  },
} satisfies Translation["home"];
