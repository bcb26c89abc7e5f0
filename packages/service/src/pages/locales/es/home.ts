import { html } from "../../html.js";
import { FACTS } from "../facts.js";
import type { Locale } from "../locale.js";

export const home = {
  title: (indexName) => `${indexName}: en qué punto de su ciclo está Bitcoin`,
  description: `Índice gratuito del ciclo de Bitcoin, de 0 a 100, calculado cada hora: fase, señal, ${FACTS.days} días de historial, widgets y una API JSON abierta.`,
  lead: "En qué punto de su ciclo está Bitcoin: 0 es lo más bajo que suele llegar; 100, lo más alto. Se calcula cada hora.",
  start: {
    heading: "Primer arranque",
    phase: "Reuniendo datos históricos",
    elsewhere:
      "Otra instancia reúne los datos históricos y calcula la primera puntuación; esta espera y la muestra en cuanto esté guardada.",
    left: (time) => `Faltan unos ${time}.`,
    stalled: (minute: string) => `Ninguna fuente ha dado nada nuevo desde ${minute}. Se les pregunta una y otra vez.`,
    unknown: "Aún no se sabe cuánto falta.",
    refreshes: "Esta página se actualiza sola.",
  },
  now: {
    stands: (place) => html`Bitcoin está ${place} de su rango de ciclo.`,
    places: {
      FONDO: "cerca del fondo",
      ACUM: "por debajo de la mitad",
      BULL: "en torno a la mitad",
      HOT: "por encima de la mitad",
      PEAK: "cerca del techo",
    },
    run: (days, day) => `${days}, desde el ${day}`,
    crossed: (settled) => html`recién cruzada; ${settled} hasta que se confirme`,
    inADay: "en un día",
    weaker: "evidencia más débil: por qué",
    of100: "de 100",
    stale: (age) => `Desactualizada: de hace ${age}`,
    signal: "Señal",
    because: {
      FONDO: "menos de 40",
      ACUM: "menos de 40",
      BULL: "de 40 a 59,9",
      HOT: "de 60 a 79,9",
      PEAK: "80 o más",
      calm: "sin alertas",
      warned: "con una alerta",
    },
    flags: "Alertas",
    noFlags: "Ninguna de dos",
    since: (day) => `desde el ${day}`,
    updated: "Actualizada",
    next: (time) => `la próxima a las ${time}`,
    crypto: "Cripto en conjunto",
    moods: {
      "Extreme Fear": "miedo extremo",
      Fear: "miedo",
      Neutral: "neutral",
      Greed: "codicia",
      "Extreme Greed": "codicia extrema",
    },
  },
  phases: {
    heading: "¿Qué significan las cinco fases?",
    intro: "Una fase es un tramo de la puntuación publicada y nada más. Los cinco son igual de anchos.",
    columns: ["Puntuación", "Fase", "Clave en la API", "Qué dice la puntuación"],
    meanings: {
      FONDO: "Los indicadores están cerca del extremo inferior de su rango histórico.",
      ACUM: "Están por debajo del centro.",
      BULL: "Están en torno al centro.",
      HOT: "Están por encima del centro.",
      PEAK: "Están cerca del extremo superior de su rango histórico.",
    },
    note: "Una fase dice dónde está el precio respecto al valor, no adónde irá después.",
  },
  settled: {
    heading: "¿Por qué la fase del gráfico cambia menos que la puntuación?",
    text: "La fase asentada es la fase sin su parpadeo: pasa hacia fuera enseguida y vuelve hacia el centro tras un retroceso de 6 puntos o tras diez días seguidos. Cambia unas pocas veces al año.",
  },
  signals: {
    heading: "¿Qué es la señal?",
    intro:
      "La señal sale de la puntuación y de las alertas según una tabla fija. Una alerta activa la desplaza un paso hacia la prudencia.",
    columns: ["Señal", "Cuándo"],
    when: {
      ACCUMULATE: "puntuación menor que 40, sin alertas",
      HOLD: "menor que 40 con una alerta activa, o de 40 a 59,9 sin alertas",
      CAUTION: "de 40 a 59,9 con una alerta activa, o de 60 a 79,9 sin alertas",
      REDUCE: "de 60 a 79,9 con una alerta activa, o 80 o más en cualquier caso",
    },
  },
  flags: {
    heading: "¿Qué son las dos alertas?",
    intro:
      "Miran patrones del precio y cifras que la puntuación no usa, y pueden estar activas con cualquier puntuación.",
    descentGuard: {
      meaning: "Un mercado bajista que aún no ha terminado, en el que una puntuación baja todavía no es una ganga.",
    },
    topRisk: {
      pattern:
        "El patrón de un techo de ciclo: o bien la media de 111 días se acerca a menos de un 5\u00a0% del doble de la media de 350 días, o bien el precio se mantiene en los máximos del año con valoraciones claramente más bajas.",
    },
  },
  method: {
    heading: "¿Cómo se hace?",
    intro: "Cuatro indicadores publicados, de dos familias y con el mismo peso:",
    families: {
      cost: {
        name: "El precio frente al coste",
        holders: "el valor de mercado dividido entre lo que los tenedores pagaron por sus monedas",
        miners: "el valor de mercado dividido entre lo que los mineros cobraron por todas las monedas",
      },
      ownPast: {
        name: "El precio frente a su propia trayectoria a largo plazo",
        trend: "la distancia a la ley de potencia que sigue el precio según la antigüedad de Bitcoin",
        average: "el precio dividido entre su media de 200 semanas",
      },
    },
    rest: {
      bands:
        "Una banda contiene el 95\u00a0% central de todos los valores de un indicador hasta hoy, y los años recientes cuentan más. Su borde inferior es 0, el superior es 100, y la puntuación es la media simple de las cuatro posiciones.",
      noLookAhead:
        "Nada mira hacia delante: la puntuación de un día usa ese día y los anteriores. Nada se retoca: una fila publicada no cambia nunca.",
      crypto:
        "La puntuación de cripto en conjunto mezcla la de Bitcoin con la de una cesta de siete criptomonedas grandes, según la dominancia de Bitcoin. Es una evidencia más débil.",
    },
  },
  more: (link) => html`<a href="${link}" hreflang="en">Completo, con todas las fórmulas (en inglés)</a>`,
  wrong: {
    heading: "¿Cuánto se ha equivocado?",
    record: (link) =>
      html`<a href="${link}">Todos los resultados</a> de esta instalación: cada techo y cada suelo, cada falsa alarma y cada fallo, junto a referencias sencillas, y los días después de 2022 aparte de aquellos con los que se eligió el modelo.`,
    points: {
      driver:
        "Un solo motor. El precio está en los cuatro indicadores. La puntuación no sabe de noticias, de flujos ni de macroeconomía.",
      vendors:
        "Proveedores de datos. Los datos on-chain son estimaciones de terceros, y dos instalaciones con fuentes distintas dan puntuaciones algo distintas.",
    },
  },
  use: {
    heading: "¿Cómo lo uso?",
    intro: "Dos respuestas JSON, gratis, sin clave, accesibles desde cualquier dominio (CORS):",
    current: (link) => html`<a href="${link}">la puntuación actual</a>, actualizada cada hora`,
    history: (link) =>
      html`<a href="${link}">los últimos ${FACTS.days} días</a>, actualizados a diario a las 06:00 UTC`,
    limits: (docs) =>
      html`Como máximo ${FACTS.limit} peticiones por minuto y dirección IP, sumando los dos endpoints; a la siguiente se responde con 429 y <code>Retry-After</code>. <a href="${docs}">Todo sobre la API</a>.`,
    attribution: (link) =>
      html`Si muestras una puntuación, cita el índice y este sitio: <a href="${link}">la línea, y nuestras fuentes</a>.`,
  },
  pro: {
    soon: "próximamente",
    text: html`El historial completo desde 2017, claves personales en la cabecera <code>X-NHCI-API-Key: peak_live_…</code> y límites más altos. Todavía no está disponible: hoy una clave se acepta, pero por ahora no tiene efecto.`,
    open: html`Una clave en la cabecera <code>X-NHCI-API-Key: peak_live_…</code> da un límite más alto y el historial completo desde 2017. Las claves las entrega quien gestiona este sitio.`,
  },
} satisfies Locale["home"];
