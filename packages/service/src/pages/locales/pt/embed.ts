import { html } from "../../html.js";
import { FACTS } from "../facts.js";
import type { Locale } from "../locale.js";

export const embed: Locale["embed"] = {
  title: (indexName) => `Incorporar o ${indexName}`,
  description:
    "Gráfico, selo, iframe e imagens do índice do ciclo do Bitcoin para qualquer página: veja a prévia e copie o " +
    "código. Grátis e sem chave.",
  heading: "Coloque o índice na sua página.",
  lead: "Grátis e sem chave. Mostra sempre a pontuação atual e cita a fonte.",
  theme: "Tema",
  themes: ["Como o sistema", "Claro", "Escuro"],
  width: "Largura",
  asset: "Ativo",
  language: "Idioma do widget",
  pageLanguage: "O da sua página",
  usual: "A opção mais comum",
  kinds: {
    chart: ["Gráfico", "30 dias ou o ciclo inteiro, lidos com o mouse, o dedo ou as setas."],
    badge: [
      "Selo",
      "Pontuação, fase e sinal: 220, 320 ou 400\u00a0px de largura. O Markdown gera um selo para README.",
    ],
    frame: ["Iframe", "Para páginas que não permitem scripts. Ele se atualiza sozinho."],
  },
  forms: { script: "Script", picture: "Imagem", markdown: "Markdown", frame: "Iframe", cycle: "Ciclo inteiro" },
  details: "Detalhes",
  scripts: {
    heading: "Atributos do gráfico e do selo",
    hosts: html`Um único script atende a todos os elementos, inclusive os que você adicionar depois. O gráfico vai
em um elemento com <code>data-nhci-widget</code> ou <code>id="nhci-widget"</code>, e o selo em um com
<code>data-nhci-badge</code>.`,
    room: (chart, badge) =>
      html`Até o script carregar, o elemento mostra o próprio conteúdo. Reserve a altura e nada vai pular:
<code>min-height: ${chart}px</code> para o gráfico, <code>${badge}px</code> para o selo.`,
    columns: ["Atributo", "Valores", "Significado"],
    asset: "ativo; cripto chega em breve",
    bothAssets: "ativo; cripto não tem preço nem sinal",
    size: "largura máxima do selo: 220, 320 ou 400\u00a0px",
    theme: "por padrão, o tema da sua página; senão, o do sistema",
    lang: html`por padrão, o <code>lang</code> da sua página`,
    range: "30 dias, ou o ciclo inteiro como imagem",
    api: "o endereço de outro site Peak",
  },
  frame: {
    heading: "Altura do iframe",
    text:
      "As alturas no código correspondem às larguras. Se a sua coluna mudar de largura, use a altura que o " +
      "iframe informa:",
  },
  pictures: {
    heading: "Parâmetros das imagens",
    text: html`As imagens aceitam <code>?size=sm|md|lg</code>, <code>?theme=light|dark</code> (em SVG também
<code>auto</code>) e <code>?lang=</code>. Um PNG tem dois pixels para cada pixel CSS.`,
    cache: (seconds) => `Elas ficam em cache por ${seconds} segundos; não é preciso timestamp na URL.`,
  },
  policy: {
    heading: "Content Security Policy",
    text:
      "Se a sua página envia uma política, adicione estas linhas. Os scripts não precisam de 'unsafe-inline' e " +
      "funcionam com Trusted Types.",
  },
  places: {
    heading: "WordPress, Notion, GitHub, React",
    wordPress: "Cole qualquer um dos trechos em um bloco “HTML personalizado”. Em planos sem scripts, use as imagens.",
    notion: html`Digite <code>/embed</code> e cole o endereço do iframe.`,
    readme: "Use o Markdown do selo para README. O GitHub guarda as imagens por alguns minutos.",
    frameworks: "Carregue o script uma vez e renderize o elemento onde quiser; o script o detecta.",
  },
  privacy: {
    heading: "Privacidade e atribuição",
    text:
      `Os widgets não gravam cookies, não guardam nada no navegador e só se conectam a este site. Os endereços ` +
      `IP ficam na memória pelos ${FACTS.windowSeconds} segundos do limite de requisições.`,
    credit: (link) =>
      html`Todo widget e toda imagem citam o índice e o site; deixe essa linha visível. Se você mesmo exibe os
números, <a href="${link}">adicione a linha</a>.`,
  },
};
