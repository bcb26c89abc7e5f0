import { html } from "../../html.js";
import { FACTS } from "../facts.js";
import type { Locale } from "../locale.js";

export const home: Locale["home"] = {
  title: (indexName) => `${indexName}: en qué punto de su ciclo está Bitcoin`,
  description:
    `Índice gratuito del ciclo de Bitcoin, de 0 a 100, actualizado cada hora: fase, señal, ` +
    `${FACTS.days} días de historial, widgets y una API JSON abierta.`,
  moment: (score, phase, signal, minute) =>
    `Puntuación del ciclo de Bitcoin: ${score} de 100, ${phase}. Señal: ${signal}. Calculada: ${minute}.`,
  old: "(desactualizada)",
  verdict: {
    sentence: (place, warned) => html`Bitcoin está ${place} de su ciclo${warned}.`,
    places: {
      FONDO: "cerca del fondo",
      ACUM: "por debajo de la mitad",
      BULL: "en torno a la mitad",
      HOT: "por encima de la mitad",
      PEAK: "cerca del techo",
    },
    warned: {
      descentGuard: ", con un aviso de mercado bajista activo",
      topRisk: ", con un aviso de techo de ciclo activo",
      both: ", con los dos avisos activos",
    },
    scale: "Puntuación del ciclo: 0 es barato para su historia, 100 caro",
    run: (days, day) => `desde el ${day} (${days})`,
    crossed: (settled) => html`recién alcanzada; fase estable: ${settled}`,
    rows: { signal: "Señal", score: "Puntuación", computed: "Calculada" },
    week: "en una semana",
    year: "en un año",
    month: (change) => `${change} en ${FACTS.days} días`,
    stale: (age) => `hace ${age}`,
    settledSignal: (signal, day) => `estable: ${signal} desde el ${day}`,
    calm: ", sin avisos activos",
    moved: (signal, without) => html`; ${without} sería ${signal}`,
    also: (without) => html`, también ${without}`,
    without: {
      one: (link) => html`sin el <a href="${link}">aviso</a>`,
      both: (link) => html`sin los <a href="${link}">avisos</a>`,
    },
  },
  ruler: {
    now: (score) => `Ahora ${score}`,
    high: ["Puntuación en los techos anteriores del precio", "en los techos"],
    low: ["en los suelos anteriores del precio", "en los suelos"],
  },
  start: {
    heading: "Primer arranque",
    phase: "Esperando la primera puntuación",
    waiting: "El servicio está reuniendo los datos históricos que necesita.",
    elsewhere: "Otra instancia está calculando la primera puntuación; aparecerá aquí.",
    stalled: (minute) => `Ninguna fuente ha enviado nada nuevo desde ${minute}. Seguimos consultando.`,
    refreshes: "Esta página se actualiza sola.",
  },
  chart: {
    ranges: { all: "Todo", cycle: "Ciclo", "1y": "1 año", "30d": `${FACTS.days} días` },
    rangesLabel: "Periodo del gráfico",
    name: "Precio de Bitcoin y puntuación del ciclo",
    keys: "Usa las flechas del teclado para leerlo punto por punto.",
    drawing: (from, first, to, last) =>
      `Puntuación del ciclo de Bitcoin y, debajo, el precio: ${first} (${from}), ${last} (${to}). A ` +
      `continuación, las ` +
      `mismas cifras en una tabla.`,
    price: "Precio:",
    table: "Ver como tabla",
    columns: ["Día (UTC)", "Precio, USD", "Puntuación", "Fase"],
    titles: {
      since: (year) => `La puntuación desde ${year}`,
      low: (score, month, now) => `La puntuación ha subido de ${score} en ${month} a ${now}`,
      high: (score, month, now) => `La puntuación ha bajado de ${score} en ${month} a ${now}`,
      never: (score, phase) =>
        `Este ciclo aún no ha llegado a la fase «${phase}»: en el precio más alto, la puntuación era ${score}`,
      reached: (score, phase) =>
        `Este ciclo ya ha llegado a la fase «${phase}»: en el precio más alto, la puntuación era ${score}`,
      open: (score) => `La puntuación más alta de este ciclo hasta ahora es ${score}`,
      other: (first, last) => `Hace un año, ${first}; hoy, ${last}`,
      same: (phase) => `${phase}, igual que hace un año`,
      days: (least, most) => `En ${FACTS.days} días, la puntuación osciló entre ${least} y ${most}`,
    },
  },
  why: {
    heading: (score, count) => `Por qué ${score}: ${count === 4 ? "cuatro" : "tres"} métricas y su media`,
    names: {
      mvrv: ["Precio frente a lo que pagaron los tenedores", "MVRV"],
      thermo: ["Precio frente a los ingresos de los mineros", "múltiplo thermocap"],
      plaw: ["Precio frente a su tendencia a largo plazo", "ley de potencia"],
      ma200w: ["Precio frente a su media de cuatro años", "200 semanas"],
    },
    mean: "Puntuación: su media",
    hindsight: (points, link) =>
      html`Vista a posteriori, la puntuación se ha desviado <a href="${link}">${points} puntos de media</a>.`,
  },
  market: {
    heading: "El mercado hoy",
    dominance: "Dominancia de Bitcoin",
    fearGreed: "Miedo y codicia",
    crypto: "Cripto en conjunto",
    weaker: "menos fiable (¿por qué?)",
    moods: {
      "Extreme Fear": "Miedo extremo",
      Fear: "Miedo",
      Neutral: "Neutral",
      Greed: "Codicia",
      "Extreme Greed": "Codicia extrema",
    },
  },
  actions: {
    label: "Compartir y reutilizar",
    share: "Compartir",
    copied: "Enlace copiado",
    picture: "Imagen",
    embed: "Insertar",
    feed: "Feed",
    follow: "Seguir",
  },
  questions: {
    heading: "Preguntas",
    more: "Más en el método (en inglés)",
    phases: {
      heading: "¿Qué significan las cinco fases?",
      text:
        "Una fase es un quinto de la escala. Dice lo alto que está el precio en comparación con la historia de " +
        "Bitcoin, no adónde irá después.",
      columns: ["Puntuación", "Fase", "Clave en la API"],
    },
    settled: {
      heading: "¿Por qué la fase cambia menos que la puntuación?",
      text:
        "La fase estable, la que siguen los feeds y «desde», ignora los movimientos breves. Hacia Pico o Fondo " +
        "cambia enseguida; de vuelta hacia el centro espera 6 puntos o diez días.",
    },
    signal: {
      heading: "¿Qué es la señal?",
      text: "Una regla fija convierte la puntuación y los dos avisos en una palabra. No es un consejo.",
      columns: ["Puntuación", "Sin avisos", "Con aviso"],
    },
    warnings: {
      heading: "¿Qué son los dos avisos?",
      descentGuard: html`<b>Aviso de mercado bajista:</b> probablemente la caída no ha terminado, así que una puntuación
baja todavía no es una ganga.`,
      topRisk: html`<b>Aviso de techo de ciclo:</b> las medias del precio y las valoraciones se parecen a las de los
techos anteriores.`,
    },
    wrong: {
      heading: "¿Cuántas veces se ha equivocado?",
      text: (link) =>
        html`Bastantes como para tenerlo en cuenta. Los <a href="${link}">resultados</a> muestran cada techo y
cada suelo (avisado a tiempo, demasiado pronto o no avisado) y cada falsa alarma. El precio está en las cuatro métricas,
así que pueden fallar a la vez, y solo ha habido cuatro ciclos de los que aprender.`,
    },
    history: {
      heading: `¿Hay más de ${FACTS.days} días de datos?`,
      text: (link) => html`Sin clave, la <a href="${link}">API</a> ofrece los últimos ${FACTS.days} días.`,
      pro: "API Pro ofrece todo el historial desde 2017, con claves personales y límites más altos.",
      proSoon: "Próximamente, API Pro: todo el historial desde 2017, claves personales y límites más altos.",
    },
  },
};
