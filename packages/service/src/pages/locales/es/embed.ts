import { LANGUAGES } from "peak-cycle-drawing";
import { html } from "../../html.js";
import { FACTS } from "../facts.js";
import type { Locale } from "../locale.js";

export const embed = {
  title: (indexName) => `Insertar el ${indexName}`,
  description:
    "Gráfico, insignia, iframe e imágenes del índice del ciclo de Bitcoin para cualquier página: elige, mira la vista previa y copia el código. Gratis y sin clave.",
  heading: "Insertar",
  lead: "La puntuación en tu propia página: gratis, sin clave y sin registro. Se actualiza sola.",
  kinds: {
    chart: "Gráfico (script)",
    badge: "Insignia (script)",
    frame: "Iframe",
    "chart-svg": "Imagen del gráfico, SVG",
    "chart-png": "Imagen del gráfico, PNG",
    "badge-svg": "Imagen de la insignia, SVG",
    "badge-png": "Imagen de la insignia, PNG",
    "badge-flat": "Insignia de una línea, plana",
    "cycle-svg": "Ciclo entero, SVG",
    "cycle-png": "Ciclo entero, PNG",
  },
  choose: {
    heading: "Elegir y copiar",
    size: "Ancho",
    theme: "Tema",
    themes: ["según el sistema", "claro", "oscuro"],
    asset: "Activo",
  },
  scripts: {
    heading: "Gráfico e insignia",
    points: {
      hosts: html`Un elemento marca el lugar: <code>data-nhci-widget</code> o <code>id="nhci-widget"</code> para el gráfico, <code>data-nhci-badge</code> para la insignia. Una sola etiqueta de script sirve a cuantos quieras, también a los que tu página añade, mueve o quita después.`,
      requests:
        "Todos los widgets de una página comparten una petición por endpoint. Se detienen en pestañas ocultas, conservan la última imagen cuando no respondemos y vuelven a intentarlo solos.",
      reading: "Los días se leen con ratón, dedo y teclado; un lector de pantalla recibe una frase y una tabla.",
      room: html`Hasta que llega el script, el elemento muestra lo que contiene. Un <code>min-height</code> en tu hoja de estilo le reserva el sitio y nada se mueve: 134 px para una insignia (pequeña: 189), 575 px para un gráfico en una columna de 320 a 419 px, 645 px a partir de 832 px.`,
    },
    columns: ["Atributo", "Valores", "Significado"],
    asset: "qué activo; cripto llegará pronto",
    assets: {
      meaning: "qué activo",
      crypto: html`La puntuación de cripto en conjunto tiene una fase y sus propios 30 días, sin precio, señal ni alertas. En una dirección es <code>?asset=crypto</code>. El ciclo entero solo muestra Bitcoin.`,
    },
    size: "ancho máximo de una insignia: 220, 320 o 400 px",
    theme: "por defecto como tu página; si no, según el sistema del visitante",
    lang: html`por defecto el <code>lang</code> más cercano de tu página; si no, inglés`,
    api: "otra dirección del servicio; por defecto la del script",
  },
  frame: {
    intro:
      "Para lugares que no admiten scripts. La página llega completa en una respuesta, funciona con los scripts desactivados y se actualiza cada cinco minutos.",
    height: html`Las alturas del código ya son las correctas. Si tu columna cambia de ancho, ajústala con el mensaje del iframe: este envía <code>{ type: "peak:height", height }</code> a tu página.`,
  },
  pictures: {
    heading: "Imágenes",
    intro: html`Para correo electrónico, archivos README y donde no funcione lo demás: <code>?size=sm|md|lg</code>, <code>?theme=light|dark|auto</code> (<code>auto</code> solo en SVG) y <code>?lang=${LANGUAGES.join("|")}</code>. Los PNG tienen dos píxeles por cada píxel CSS. La atribución forma parte de la imagen.`,
    cache: (seconds) =>
      html`Admiten caché durante ${seconds} segundos y así lo declaran; no hace falta una marca de tiempo en la URL. Una imagen cuya puntuación tiene más de dos horas avisa de que está desactualizada.`,
  },
  policy: {
    intro:
      "Si tu página envía una política, necesita estas líneas y ninguna más. Los widgets funcionan con default-src 'none'.",
    after: html`Sin <code>'unsafe-inline'</code>, sin <code>'unsafe-eval'</code>, sin <code>style-src</code>: los estilos viven en hojas de estilo construidas dentro de un shadow root. Los scripts funcionan también con <code>require-trusted-types-for 'script'</code>; no crean ninguna política ni escriben marcado. En el código del iframe y de la imagen, solo el atributo <code>style</code> necesita <code>style-src 'unsafe-inline'</code>; sin él, el iframe tiene un borde y una imagen ancha no se encoge.`,
  },
  places: {
    heading: "Por plataforma",
    wordPress: html`Bloque «HTML personalizado», cualquiera de los fragmentos. En los planes de WordPress.com sin scripts, usa la imagen.`,
    notion: html`Escribe <code>/embed</code> y pega la dirección del iframe.`,
    readme: [
      "README en GitHub, foros",
      "El Markdown de una imagen. El proxy de imágenes de GitHub la guarda unos minutos.",
    ],
    frameworks: "Carga el script una vez. Renderiza el elemento donde quieras; el script lo detecta cuando aparece.",
  },
  privacy: {
    heading: "Privacidad",
    text: `Los widgets no ponen cookies, no guardan nada en el navegador y no se conectan a ningún otro sitio que este. La dirección IP del visitante se conserva en memoria durante los ${FACTS.windowSeconds} segundos del límite de peticiones y en ningún otro lugar.`,
  },
  attribution: (link) =>
    html`Cada widget e imagen lleva la línea que nombra el índice y el sitio. No debe quitarse ni ocultarse; sin ella, un widget deja de mostrarse. Si muestras los números por tu cuenta, <a href="${link}">muestra también la línea</a>.`,
} satisfies Locale["embed"];
