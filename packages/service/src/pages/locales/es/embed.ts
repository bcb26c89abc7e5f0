import { html } from "../../html.js";
import { FACTS } from "../facts.js";
import type { Locale } from "../locale.js";

export const embed: Locale["embed"] = {
  title: (indexName) => `Insertar el ${indexName}`,
  description:
    "Gráfico, insignia, iframe e imágenes del índice del ciclo de Bitcoin para cualquier página: mira la " +
    "vista previa y copia el código. Gratis y sin clave.",
  heading: "Pon el índice en tu página.",
  lead: "Gratis y sin clave. Muestra siempre la puntuación actual y cita la fuente.",
  theme: "Tema",
  themes: ["Según el sistema", "Claro", "Oscuro"],
  width: "Ancho",
  asset: "Activo",
  language: "Idioma del widget",
  pageLanguage: "El de tu página",
  usual: "La opción más habitual",
  kinds: {
    chart: ["Gráfico", "30 días o el ciclo entero, que se leen con el ratón, el dedo o las flechas."],
    badge: [
      "Insignia",
      "Puntuación, fase y señal: 220, 320 o 400\u00a0px de ancho. El Markdown genera una insignia para README.",
    ],
    frame: ["Iframe", "Para páginas que no permiten scripts. Se actualiza solo."],
  },
  forms: { script: "Script", picture: "Imagen", markdown: "Markdown", frame: "Iframe", cycle: "Ciclo entero" },
  details: "Detalles",
  scripts: {
    heading: "Atributos del gráfico y de la insignia",
    hosts: html`Un solo script sirve para todos los elementos, también los que añadas después. El gráfico va en un
elemento con <code>data-nhci-widget</code> o <code>id="nhci-widget"</code>, y la insignia en uno con
<code>data-nhci-badge</code>.`,
    room: (chart, badge) =>
      html`Hasta que se carga el script, el elemento muestra su propio contenido. Reserva su altura y nada se
moverá: <code>min-height: ${chart}px</code> para el gráfico, <code>${badge}px</code> para la insignia.`,
    columns: ["Atributo", "Valores", "Significado"],
    asset: "activo; cripto llegará pronto",
    bothAssets: "activo; cripto no tiene precio ni señal",
    size: "ancho máximo de la insignia: 220, 320 o 400\u00a0px",
    theme: "por defecto, el tema de tu página; si no, el del sistema",
    lang: html`por defecto, el <code>lang</code> de tu página`,
    range: "30 días, o el ciclo entero como imagen",
    api: "la dirección de otro sitio Peak",
  },
  frame: {
    heading: "Altura del iframe",
    text:
      "Las alturas del código corresponden a sus anchos. Si tu columna cambia de ancho, usa la altura que " +
      "comunica el iframe:",
  },
  pictures: {
    heading: "Parámetros de las imágenes",
    text: html`Las imágenes admiten <code>?size=sm|md|lg</code>, <code>?theme=light|dark</code> (en SVG también
<code>auto</code>) y <code>?lang=</code>. Un PNG tiene dos píxeles por cada píxel CSS.`,
    cache: (seconds) => `Se guardan en caché ${seconds} segundos; no hace falta una marca de tiempo en la URL.`,
  },
  policy: {
    heading: "Content Security Policy",
    text:
      "Si tu página envía una política, añade estas líneas. Los scripts no necesitan 'unsafe-inline' y " +
      "funcionan con Trusted Types.",
  },
  places: {
    heading: "WordPress, Notion, GitHub, React",
    wordPress:
      "Pega cualquiera de los fragmentos en un bloque «HTML personalizado». En los planes sin scripts, usa las " +
      "imágenes.",
    notion: html`Escribe <code>/embed</code> y pega la dirección del iframe.`,
    readme: "Usa el Markdown de la insignia para README. GitHub guarda las imágenes unos minutos.",
    frameworks: "Carga el script una vez y renderiza el elemento donde quieras; el script lo detecta.",
  },
  privacy: {
    heading: "Privacidad y atribución",
    text:
      `Los widgets no instalan cookies, no guardan nada en el navegador y solo se conectan a este sitio. Las ` +
      `direcciones IP se conservan en memoria durante los ${FACTS.windowSeconds} segundos del límite de peticiones.`,
    credit: (link) =>
      html`Cada widget y cada imagen citan el índice y el sitio; deja visible esa línea. Si muestras los números
por tu cuenta, <a href="${link}">añade tú la línea</a>.`,
  },
};
