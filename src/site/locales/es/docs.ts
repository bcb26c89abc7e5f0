import { html } from "../../html.js";
import type { DocsWords } from "../docs-shape.js";
import { dataWords } from "./docs-data.js";
import { fields } from "./fields.js";

export const docs = {
  title: (indexName) => `API del ${indexName}`,
  description:
    "Dos direcciones JSON gratuitas y sin clave: la puntuación actual del ciclo de Bitcoin y sus últimos 30 días. Campos, límites, errores, caché, ejemplos y un botón para probarlas.",
  heading: "API",
  lead: "Dos direcciones, JSON, sin clave, sin registro, abiertas a cualquier origen.",
  contents: "En esta página",
  openapi: (link) => html`Lo mismo para máquinas: <a href="${link}">openapi.json</a> (OpenAPI 3.1).`,
  tryIt: {
    button: "Probar",
    open: "Abrir la respuesta",
    asking: "Preguntando…",
    status: "Estado",
    headers: "Cabeceras que una página puede leer",
    body: "Cuerpo",
    failed: "Sin respuesta: no se pudo alcanzar el servicio.",
  },
  current: {
    heading: "La puntuación actual",
    purpose:
      "Puntuación, fase, señal y alertas de Bitcoin, una puntuación de cripto en conjunto y cifras vivas del mercado.",
    renewed: "la puntuación cada hora; las cifras del mercado según llegan",
    cache: "60 segundos",
  },
  history: {
    heading: "Los últimos 30 días",
    purpose:
      "Exactamente 30 filas de días UTC consecutivos, de la más antigua a la más reciente. La fila de un día se calcula a las 06:00 UTC de ese día y después no cambia. La puntuación actual puede diferir de la fila de hoy: aquella se calcula cada hora, la fila una vez.",
    renewed: "cada día a las 06:00 UTC",
    cache: "hasta una hora, nunca más allá de las próximas 06:00 UTC",
  },
  ...dataWords,
  facts: ["Se renueva", "Puede guardarse", "Límite"],
  limitFact: "20 peticiones por minuto y dirección, contando ambas",
  fieldColumns: ["Campo", "Tipo", "Significado"],
  fields,
  example: "Ejemplo",
  always:
    "Todos los campos están siempre, en este orden, y no hay otros. Los parámetros de consulta se ignoran. Una cifra del mercado cuya fuente calla conserva su último valor conocido.",
  limits: {
    heading: "Límites",
    points: [
      html`20 peticiones en 60 segundos cualesquiera por dirección, contando ambas. Una red IPv6 (/64) cuenta como una dirección. <code>GET</code> y <code>HEAD</code> cuentan sea cual sea la respuesta, también 304; una petición rechazada no cuenta. Todo lo demás y <code>OPTIONS</code> son libres.`,
      html`A la siguiente se responde con 429, <code>Retry-After</code> en segundos y <code>RateLimit: "public";r=0;t=37</code>. Pasado ese tiempo, la siguiente petición entra.`,
      html`Cada respuesta de las dos direcciones lleva <code>RateLimit-Policy: "public";q=20;w=60</code>.`,
      "Otros detrás de tu misma dirección comparten el límite: oficinas, redes móviles, funciones en la nube, hojas de cálculo. Si te rechazan otra vez, espera más.",
    ],
  },
  caching: {
    heading: "Caché",
    points: [
      html`Cada respuesta tiene un <code>ETag</code> fuerte. Devuélvelo en <code>If-None-Match</code> y recibirás 304 sin cuerpo.`,
      html`<code>Cache-Control</code> de la puntuación actual: <code>public, max-age=60</code>. En los últimos minutos antes de que una puntuación cumpla dos horas este tiempo se acorta, para que ninguna caché muestre <code>"stale": false</code> con una puntuación antigua.`,
      html`De la historia: <code>public, max-age=3600</code> como máximo, hasta las 06:00 UTC.`,
      html`Los fallos no se guardan nunca: <code>no-store</code>. <code>br</code> y <code>gzip</code> a petición. No hace falta ningún parámetro para esquivar cachés.`,
    ],
  },
  errors: {
    heading: "Errores",
    intro: html`Los cuerpos siguen RFC 9457 (<code>application/problem+json</code>), con el miembro añadido <code>"ok": false</code>; 429 lleva además <code>retry_after_seconds</code>.`,
    columns: ["Estado", "Cuándo"],
    rows: [
      [400, html`la petición está mal formada o no tiene <code>Host</code>; <code>/oembed</code> sin <code>url</code>`],
      [404, html`no hay nada en esta dirección; <code>/oembed</code> para una dirección que no muestra la puntuación`],
      [
        405,
        html`un método distinto de <code>GET</code>, <code>HEAD</code>, <code>OPTIONS</code>; véase <code>Allow</code>`,
      ],
      [408, "la petición no llegó a tiempo"],
      [414, "la dirección supera los 2 kB"],
      [417, html`un <code>Expect</code> distinto de <code>100-continue</code>`],
      [429, html`se alcanzó el límite; véase <code>Retry-After</code>`],
      [431, "las cabeceras superan los 8 kB"],
      [500, "un fallo nuestro"],
      [501, html`<code>/oembed</code> en un formato distinto de <code>json</code> y <code>xml</code>`],
      [
        503,
        html`lo pedido aún no está: la puntuación, los 30 días, un dato de mercado, una imagen; véase <code>Retry-After</code>`,
      ],
    ],
  },
  examples: {
    heading: "Ejemplos",
    backOff: html`JavaScript y Python esperan lo que dice <code>Retry-After</code> y después cada vez más, con algo de azar.`,
    sheets: "Google Sheets",
    sheetsNote: html`En una celda. Ninguna de las dos direcciones tiene límite, así que unos desconocidos en los mismos servidores no pueden agotar nada. Una puntuación de más de dos horas lleva detrás <code>(stale)</code> y no es un número. La última línea es para hojas con coma decimal.`,
    excel: "Excel, LibreOffice",
    excelNote: html`<code>WEBSERVICE</code> trae la puntuación como texto y el resto la convierte en número, o en un error si tiene más de dos horas. En español las funciones se llaman <code>SERVICIOWEB</code>, <code>LIMPIAR</code> y <code>VALOR.NUMERO</code>, separadas por <code>;</code>. Pregunta al abrir o recalcular el archivo. En Excel hace falta Windows. Los 30 días: Datos, De la web, con la dirección de <code>history.csv</code>.`,
  },
  browsers: {
    heading: "Desde una página en el navegador",
    text: html`Toda respuesta de cualquier estado lleva <code>Access-Control-Allow-Origin: *</code>, de modo que una página también puede leer los fallos. Un <code>fetch</code> sencillo no necesita preflight. Cabeceras legibles: <code>ETag</code>, <code>Last-Modified</code>, <code>Age</code>, <code>Retry-After</code>, <code>RateLimit</code>, <code>RateLimit-Policy</code>, <code>Deprecation</code>, <code>Sunset</code>, <code>Link</code>.`,
  },
  others: {
    heading: "Todo lo demás que responde",
    columns: ["Dirección", "Da", "Puede guardarse"],
    rows: {
      "/api/public/nhci/history.csv": "los 30 días como CSV",
      "/api/public/nhci/score.txt": "la puntuación como un solo número, texto sin formato",
      "/api/public/nhci/proof/leaves": "el hash de cada día cerrado, uno por línea",
      "/feed.atom": "cada cambio de fase, señal o alerta: Atom 1.0",
      "/feed.json": "lo mismo como JSON Feed 1.1",
      "/embed/nhci-chart.js": "script del gráfico",
      "/embed/nhci-badge.js": "script de la insignia",
      "/embed/<version>/…": "los mismos scripts, para siempre",
      "/embed/nhci": html`la página para iframe; <code>?theme</code>, <code>?lang</code>`,
      "/embed/nhci-chart.svg": html`imágenes: <code>nhci-chart</code> y <code>nhci-badge</code>, <code>.svg</code> y <code>.png</code>; <code>?size</code>, <code>?theme</code>, <code>?lang</code>`,
      "/embed/nhci-card.png": html`la imagen para enlaces compartidos, 1200 × 630; <code>?lang</code>`,
      "/oembed": html`oEmbed para <code>?url=</code> de este sitio; <code>?format=json|xml</code>, <code>?maxwidth</code>, <code>?maxheight</code>`,
      "/openapi.json": "esta página para máquinas",
      "/healthz": "200 mientras el proceso funciona",
      "/readyz": "200 cuando hay una puntuación de las últimas dos horas y la base de datos responde; si no, 503",
    },
    cacheOf: { minute: "un minuto", minutes: "5 minutos", hour: "una hora", year: "un año", never: "no" },
  },
  keys: {
    heading: "API Pro: próximamente",
    text: html`La historia completa desde 2017, claves personales, límites más altos. Todavía no disponible: la cabecera <code>X-NHCI-API-Key: peak_live_&lt;API_KEY&gt;</code> se acepta y no cambia nada.`,
  },
  attribution: {
    heading: "Atribución",
    text: (link) =>
      html`Quien muestra o publica puntuaciones nombra el índice y el servicio con su dirección. <a href="${link}">La línea, y las fuentes de las cifras del mercado</a>.`,
  },
} satisfies DocsWords;
