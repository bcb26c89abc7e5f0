import { html } from "../../html.js";
import type { Translation } from "../locale.js";

export const record = {
  title: (indexName) => `${indexName}\u00a0: son bilan, erreurs comprises`,
  description:
    "Ce que l’indice du cycle du bitcoin disait à chaque haut et à chaque bas de cycle, ses fausses alertes et ses alertes manquées, comparés à des références simples.",
  heading: "Bilan",
  lead: "Ce que le score a dit et ce qui s’est passé ensuite, erreurs comprises.",
  waiting: "Il n’y a pas encore de bilan\u00a0: le service charge les données historiques nécessaires.",
  few: "Peu de preuves\u00a0: il n’y a eu que quelques cycles. Des milliers de chiffres quotidiens ressemblent à beaucoup de preuves, mais ils décrivent les mêmes quelques hausses et chutes. Rien ici ne prouve que le prochain cycle sera comme le dernier.",
  later: (later, all) => `Seuls ${later} des ${all} retournements sont postérieurs aux jours utilisés pour le réglage.`,
  covers: (from, to, version) => `Scores du ${from} au ${to}, jours UTC. Version du modèle\u00a0: ${version}.`,
  again:
    "La commande «\u00a0peak backtest\u00a0» du programme calcule la même chose à partir des mêmes jours, jusqu’au dernier chiffre.",
  more: (json, csv) =>
    html`Tous les chiffres, aussi par cycle et du début\u00a0: <a href="${csv}">record.csv</a>\u00a0; un résumé pour les programmes\u00a0: <a href="${json}">record</a> en JSON.`,
  periods: {
    later: ["Après", "après les jours utilisés pour le réglage"],
    development: ["Utilisés pour le réglage", "in-sample\u00a0: le modèle a été choisi avec ces jours"],
    early: ["Début", "avant eux\u00a0: court, et un marché étroit"],
  },
  nothing: "Rien dans cette période.",
  gauges: {
    score: "Score",
    mvrv: "MVRV seul",
    mayer: "Multiple de Mayer",
    powerLaw: "Résidu de la loi de puissance",
    fearGreed: "Peur et avidité",
  },
  reading: {
    heading: "Comment le lire",
    points: {
      periods:
        "Période ultérieure et mise au point. Le modèle a été choisi à partir des jours de la mise au point\u00a0; les chiffres y sont calculés sur l’échantillon de calibrage (in-sample), il faut donc s’attendre à moins bien. Aucun nombre n’a été ajusté sur les jours ultérieurs, mais ceux qui étaient déjà passés étaient connus\u00a0: ce n’est pas non plus un test à l’aveugle. Les deux périodes ne sont jamais mélangées.",
      noLookAhead:
        "Aucune anticipation. Aucun score n’utilise un jour ultérieur. Aucune corrélation, aucun rendement ni aucun coût d’une période n’utilise un cours postérieur à sa fin\u00a0; hauts, bas et épisodes sont indiqués tels qu’on les connaît aujourd’hui.",
      turns:
        "Hauts et bas de cycle. Un haut de cycle est une clôture qu’aucun des 365 jours précédents ne dépasse et après laquelle le cours a été divisé par deux avant de clôturer au-dessus. Son bas est la plus basse clôture de cet intervalle. On ne les connaît qu’après coup.",
      cycles:
        "Cycles. D’un halving à la veille du suivant\u00a0: le cycle 1 commence avec le premier. Les bornes des périodes les coupent.",
      baselines:
        "Références. Quatre mesures simples, chacune sur une échelle de 0 à 100\u00a0: la seule valeur de marché sur valeur réalisée (MVRV), le cours rapporté à sa moyenne mobile à 200 jours (multiple de Mayer), l’écart à une loi de puissance du cours (résidu) et Peur et avidité. Chacune est comparée au score sur exactement les mêmes jours.",
    },
  },
  chart: {
    heading: "Cours et score depuis le début",
    note: "En haut, le cours dans la couleur de la phase établie, avec les hauts et bas de cycle\u00a0; en bas, le score sur cette phase. Les lignes pointillées sont les halvings.",
    later: (day) => `Les jours depuis le ${day} n’ont pas servi à choisir le modèle.`,
    says: (from, to) =>
      `Cours du bitcoin et score du ${from} au ${to}, avec les hauts et bas de cycle. Leurs valeurs sont dans les tableaux ci-dessous.`,
  },
  turns: {
    heading: "À chaque haut et à chaque bas de cycle",
    intro:
      "Un avertissement est un jour où le score se trouvait dans la phase extrême, «\u00a0Sommet\u00a0» avant un haut de cycle et «\u00a0Creux\u00a0» avant un bas, depuis le retournement précédent. Ensuite\u00a0: la chute du cours du haut au bas, le signal du jour et les alertes actives.",
    called: (highs, allHighs, lows, allLows) =>
      html`Le score s’était trouvé dans «\u00a0Sommet\u00a0» avant <strong>${highs} hauts de cycle sur ${allHighs}</strong>, et dans «\u00a0Creux\u00a0» avant <strong>${lows} bas sur ${allLows}</strong>.`,
    high: "Haut",
    low: "Bas",
    open: "peut encore baisser",
    warned: (days) => `premier avertissement\u00a0: ${days} avant`,
    warnedThatDay: "averti le jour même",
    neverWarned: "aucun avertissement",
    fall: (change) => `chute ${change}`,
    caption: "Ce que disait le score",
    columns: ["Retournement", "Score", "Cours, USD", "De plus"],
  },
  flags: {
    heading: "Alertes\u00a0: justes, fausses, manquées",
    intro:
      "Un épisode est une suite ininterrompue de jours où l’alerte est active. Une alerte est manquée à un retournement où elle aurait dû être active et ne l’était pas.",
    verdicts: { right: "juste", false: "fausse alerte", open: "en cours", missed: "manquée" },
    summary: (right, ended, missed) =>
      `juste pour ${right} des ${ended} épisodes terminés\u00a0; retournements manqués\u00a0: ${missed}`,
    counts: "combien de fois",
    flag: "Alerte",
    alarms: "chaque épisode et chaque alerte manquée",
    columns: ["Du", "au", "Alerte", "Verdict", "Cours, USD", "Chute ensuite"],
    rules: {
      topRisk:
        "juste si, après la plus haute clôture pendant l’épisode, le cours a clôturé à la moitié ou moins avant de la dépasser\u00a0; fausse alerte s’il l’a d’abord dépassée.",
      descentGuard:
        "juste si, pendant l’épisode, le cours a clôturé 20\u00a0% ou plus sous celui du premier jour\u00a0; fausse alerte s’il a pris fin sans cela.",
    },
  },
  phases: {
    heading: "Temps dans chaque phase",
    intro: "Part des jours.",
  },
  returns: {
    heading: "Ce que le cours a fait dans l’année après chaque phase",
    intro:
      "La dispersion est grande et les jours se chevauchent\u00a0: leur nombre dit donc peu sur la sûreté d’un chiffre. Une année qui se termine après la période n’est pas comptée.",
    drawingNote:
      "Trait\u00a0: les 80\u00a0% centraux des rendements. Barre\u00a0: la moitié centrale. Marque\u00a0: la médiane. L’échelle est logarithmique.",
    caption: "Rendements de l’année après chaque phase",
    columns: ["Phase", "Jours", "Médiane", "% en hausse"],
  },
  comparison: {
    heading: "À côté de mesures simples",
    intro:
      "Entre parenthèses, le score sur les mêmes jours. En gras\u00a0: la mesure simple fait mieux que le score. «\u00a0–\u00a0»\u00a0: il n’y a pas de jours à mesurer.",
    caption: "Le score et quatre mesures simples",
    measure: "Mesure",
    columns: {
      buying: [
        "Coût",
        "d’un bitcoin en achetant chaque jour pour 2 dollars à une valeur de 0, pour 1 dollar à 50 et rien à 100, par rapport à la même somme répartie également sur tous les jours\u00a0; moins de 0\u00a0% est moins cher",
      ],
      hindsight: [
        "Position après coup",
        "corrélation de rang avec la position du cours entre son plus bas et son plus haut dans les 2 ans avant et après\u00a0; 1 est le mieux",
      ],
      topAuc: [
        "Hauts",
        "probabilité que la mesure soit plus élevée un jour de haut de cycle qu’un autre jour\u00a0; 1 est le mieux, 0,5 est le hasard",
      ],
      bottomAuc: [
        "Bas",
        "probabilité que la mesure soit plus basse un jour de bas de cycle qu’un autre jour\u00a0; 1 est le mieux, 0,5 est le hasard",
      ],
      forward: [
        "Année suivante",
        "corrélation de rang avec le rendement des 365 jours suivants\u00a0; −1 est le mieux, 0 est aucun lien",
      ],
    },
  },
  settled: {
    heading: "La phase établie",
    intro:
      "La phase suit chaque score et change souvent. La phase établie va vers l’extérieur aussitôt, à 60 et 80 ou sous 40 et 20\u00a0; elle revient vers le milieu après un recul de 6 points ou après dix jours de suite. Les flux l’annoncent et les pages comptent ses jours. Le tableau commence en 2014 et comprend les jours qui ont servi à choisir le modèle.",
    caption: (from, to) => `Les deux phases, ${from} – ${to}`,
    columns: ["Phase", "Changements", "Changements par an", "Périodes de moins d’une semaine"],
    turns: (shown, lost, late) =>
      `Hauts et bas de cycle avant lesquels la phase a atteint «\u00a0Sommet\u00a0» ou «\u00a0Creux\u00a0»\u00a0: ${shown}. Parmi eux, la phase établie en a manqué ${lost} et montré ${late} plus tard.`,
    late: (days, share) =>
      `Au retour, elle a eu au plus ${days} jours de retard. Sur ${share} des jours, elle était la même que la phase.`,
  },
  place: {
    heading: "De combien le score s’est écarté",
    intro:
      "La position d’un jour dit où se situe son cours parmi ceux des deux ans avant et après\u00a0: 0 au plus bas, 100 au plus haut, sur une échelle logarithmique. On ne la connaît qu’après coup.",
    error: (from, to, points) =>
      `Du ${from} au ${to}, le score s’est écarté de cette position de ${points} points en moyenne.`,
    low: (points) => `En moyenne, il indiquait ${points} points de trop peu.`,
    high: (points) => `En moyenne, il indiquait ${points} points de trop.`,
    covered: (share, width) =>
      `La fourchette donnée avec le score contenait la position ultérieure sur ${share} des jours\u00a0; elle faisait ${width} points de large en moyenne.`,
    newest: (day) => `${day}\u00a0:`,
    meaning: "Jusqu’ici, neuf jours sur dix, la position ultérieure s’est trouvée au plus à cette distance du score.",
    none: "Il n’y a pas encore de fourchette\u00a0: il faut un an de jours dont la position ultérieure est connue.",
    effective: (days, count) =>
      `Les scores de jours voisins se ressemblent. D’après leur autocorrélation, ces ${days} jours valent environ ${count} observations indépendantes.`,
  },
} satisfies Translation["record"];
