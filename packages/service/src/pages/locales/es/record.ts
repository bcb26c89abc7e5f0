import { html } from "../../html.js";
import type { Translation } from "../locale.js";

export const record = {
  title: (indexName) => `${indexName}: sus resultados, fallos incluidos`,
  description:
    "Qué decía el índice del ciclo de Bitcoin en cada techo y cada suelo, sus falsas alarmas y sus fallos, junto a referencias sencillas.",
  heading: "Resultados",
  lead: "Qué dijo la puntuación y qué pasó después, con todos los fallos.",
  waiting: "Todavía no hay resultados: el servicio está reuniendo los datos históricos que necesita.",
  few: "Pocas pruebas: ha habido muy pocos ciclos. Miles de cifras diarias parecen muchas pruebas, pero describen las mismas pocas subidas y caídas. Nada de lo que hay aquí demuestra que el próximo ciclo será como el último.",
  later: (later, all) => `Solo ${later} de los ${all} puntos de giro son posteriores a los días usados para el ajuste.`,
  covers: (from, to, version) => `Puntuaciones del ${from} al ${to}, días UTC. Versión del modelo: ${version}.`,
  again: "El comando «peak backtest» del programa calcula lo mismo a partir de los mismos días, hasta la última cifra.",
  more: (json, csv) =>
    html`Todas las cifras, también por ciclo y de los primeros días: <a href="${csv}">record.csv</a>; un resumen para programas: <a href="${json}">record</a> en JSON.`,
  periods: {
    later: ["Después", "tras los días usados para el ajuste"],
    development: ["Usados para el ajuste", "dentro de la muestra: el modelo se eligió con estos días"],
    early: ["Inicial", "antes de ellos: corto y con poco mercado"],
  },
  nothing: "Nada en este periodo.",
  gauges: {
    score: "Puntuación",
    mvrv: "Solo MVRV",
    mayer: "Múltiplo de Mayer",
    powerLaw: "Residuo de la ley de potencia",
    fearGreed: "Miedo y codicia",
  },
  reading: {
    heading: "Cómo leerlo",
    points: {
      periods:
        "Usados para el ajuste, y después. El modelo se eligió con los días usados para el ajuste; sus cifras allí están medidas dentro de la muestra y cabe esperar peores resultados. Ningún número se ajustó a los días posteriores, pero los que ya habían pasado se conocían, así que tampoco son una prueba a ciegas. Nunca se mezclan.",
      noLookAhead:
        "Sin mirar al futuro. Ninguna puntuación usa un día posterior. Ninguna correlación, rentabilidad o coste de un periodo usa un precio posterior a su final; techos, suelos y alarmas se indican según lo que hoy se sabe.",
      turns:
        "Techos y suelos. Un techo de ciclo es un cierre que ninguno de los 365 días anteriores supera y tras el cual el precio se redujo a la mitad antes de cerrar por encima. Su suelo es el cierre más bajo de ese intervalo. Solo se conocen a posteriori.",
      cycles:
        "Ciclos. De un halving al día anterior al siguiente: el ciclo 1 empieza con el primero. Los límites de los periodos los cortan.",
      baselines:
        "Métricas sencillas. Cuatro, cada una en una escala de 0 a 100: solo el valor de mercado dividido entre el valor realizado (MVRV), el precio dividido entre su media de 200 días (múltiplo de Mayer), la distancia a una ley de potencia del precio (residuo) y Miedo y codicia. Cada una se compara con la puntuación en exactamente los mismos días.",
    },
  },
  chart: {
    heading: "Precio y puntuación desde el inicio",
    note: "Arriba, el precio con el color de la fase asentada y con los techos y suelos de ciclo; abajo, la puntuación sobre esa fase. Las líneas de puntos son los halvings.",
    later: (day) => `Los días desde el ${day} no se usaron para elegir el modelo.`,
    says: (from, to) =>
      `Precio de Bitcoin y puntuación del ${from} al ${to}, con los techos y suelos de ciclo. Sus valores están en las tablas siguientes.`,
  },
  turns: {
    heading: "En cada techo y cada suelo",
    intro:
      "Un aviso es un día con la puntuación en la fase extrema, «Pico» antes de un techo y «Fondo» antes de un suelo, desde el punto de giro anterior. Después: cuánto cayó el precio del techo al suelo, la señal del día y las alertas activas.",
    called: (highs, allHighs, lows, allLows) =>
      html`La puntuación había estado en Pico antes de <strong>${highs} de ${allHighs}</strong> techos de ciclo, y en Fondo antes de <strong>${lows} de ${allLows}</strong> suelos.`,
    high: "Techo",
    low: "Suelo",
    open: "aún puede bajar más",
    warned: (days) => `primer aviso: ${days} antes`,
    warnedThatDay: "aviso ese mismo día",
    neverWarned: "sin aviso",
    fall: (change) => `caída ${change}`,
    caption: "Qué decía la puntuación",
    columns: ["Punto de giro", "Puntuación", "Precio, USD", "Además"],
  },
  flags: {
    heading: "Alertas: aciertos, falsas alarmas, fallos",
    intro:
      "Una alarma es una serie ininterrumpida de días con la alerta activa. Un fallo es un punto de giro en el que debía estar activa y no lo estaba.",
    verdicts: { right: "acertada", false: "falsa alarma", open: "abierta", missed: "fallo" },
    summary: (right, ended, missed) => `acertó en ${right} de ${ended} alarmas terminadas; giros sin aviso: ${missed}`,
    counts: "cuántas veces",
    flag: "Alerta",
    alarms: "todas las alarmas y todos los fallos",
    columns: ["Desde", "hasta", "Alerta", "Veredicto", "Precio, USD", "Caída posterior"],
    rules: {
      topRisk:
        "acertada si, tras el cierre más alto durante la alarma, el precio cerró a la mitad o menos antes de superarlo; falsa alarma si lo superó primero.",
      descentGuard:
        "acertada si, mientras duró, el precio cerró un 20\u00a0% o más por debajo del primer día; falsa alarma si terminó sin que ocurriera.",
    },
  },
  phases: {
    heading: "Tiempo en cada fase",
    intro: "Proporción de los días.",
  },
  returns: {
    heading: "Qué hizo el precio en el año siguiente a cada fase",
    intro:
      "La dispersión es grande y los días se solapan, así que su número dice poco sobre lo segura que es una cifra. Los años que terminan después del periodo no se cuentan.",
    drawingNote:
      "Línea: el 80\u00a0% central de las rentabilidades. Barra: la mitad central. Marca: la mediana. La escala es logarítmica.",
    caption: "Rentabilidades del año siguiente a cada fase",
    columns: ["Fase", "Días", "Mediana", "% al alza"],
  },
  comparison: {
    heading: "Junto a métricas sencillas",
    intro:
      "Entre paréntesis, la puntuación en los mismos días. En negrita: la métrica sencilla es mejor que la puntuación. «–»: no hay días que medir.",
    caption: "La puntuación y cuatro métricas sencillas",
    measure: "Métrica",
    columns: {
      buying: [
        "Coste",
        "de un bitcoin al comprar cada día 2 dólares con una lectura de 0, 1 dólar con 50 y nada con 100, frente a invertir la misma suma en partes iguales cada día (DCA); menos de 0\u00a0% es más barato",
      ],
      hindsight: [
        "Posición a posteriori",
        "correlación de rangos con la posición del precio entre su mínimo y su máximo en los 2 años anteriores y posteriores; 1 es lo mejor",
      ],
      topAuc: [
        "Techos",
        "probabilidad de que la métrica marque más en un día de techo que en otro día; 1 es lo mejor, 0,5 es el azar",
      ],
      bottomAuc: [
        "Suelos",
        "probabilidad de que la métrica marque menos en un día de suelo que en otro día; 1 es lo mejor, 0,5 es el azar",
      ],
      forward: [
        "Año siguiente",
        "correlación de rangos con la rentabilidad de los 365 días siguientes; −1 es lo mejor, 0 es ninguna relación",
      ],
    },
  },
  settled: {
    heading: "La fase asentada",
    intro:
      "La fase sigue a cada puntuación y cambia a menudo. La fase asentada pasa hacia fuera enseguida, al llegar a 60 y 80 o al bajar de 40 y 20; vuelve hacia el centro tras un retroceso de 6 puntos o tras diez días seguidos. Los feeds la anuncian y las páginas cuentan sus días. La tabla empieza en 2014 e incluye los días con los que se eligió el modelo.",
    caption: (from, to) => `Ambas fases, ${from} – ${to}`,
    columns: ["Fase", "Cambios", "Cambios al año", "Periodos de menos de una semana"],
    turns: (shown, lost, late) =>
      `Techos y suelos de ciclo antes de los cuales la fase llegó a Pico o Fondo: ${shown}. De ellos, la fase asentada no mostró ${lost} y mostró ${late} más tarde.`,
    late: (days, share) =>
      `En la vuelta llevó un retraso máximo de ${days} días. El ${share} de los días coincidió con la fase.`,
  },
  place: {
    heading: "Cuánto se desvió la puntuación",
    intro:
      "La posición de un día dice dónde está su precio entre los precios de los dos años anteriores y posteriores: 0 es el más bajo y 100 el más alto, en escala logarítmica. Solo se conoce a posteriori.",
    error: (from, to, points) =>
      `Entre el ${from} y el ${to}, la puntuación se desvió de esa posición ${points} puntos de media.`,
    low: (points) => `De media marcó ${points} puntos de menos.`,
    high: (points) => `De media marcó ${points} puntos de más.`,
    covered: (share, width) =>
      `El rango dado con la puntuación contuvo la posición posterior el ${share} de los días; medía ${width} puntos de media.`,
    newest: (day) => `${day}:`,
    meaning:
      "Hasta ahora, en nueve de cada diez días la posición posterior quedó a esa distancia de la puntuación como máximo.",
    none: "Aún no hay rango: hace falta un año de días cuya posición posterior se conozca.",
    effective: (days, count) =>
      `Las puntuaciones de días cercanos se parecen. Por su autocorrelación, estos ${days} días equivalen a unas ${count} observaciones independientes.`,
  },
} satisfies Translation["record"];
