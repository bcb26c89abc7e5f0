import { LANGUAGES } from "peak-cycle-drawing";
import { html } from "../../html.js";
import { FACTS } from "../facts.js";
import type { Locale } from "../locale.js";

export const embed = {
  title: (indexName) => `Incorporar o ${indexName}`,
  description:
    "Gráfico, selo, iframe e imagens do índice do ciclo do Bitcoin para qualquer página: escolha, veja a prévia e copie o código. Grátis e sem chave.",
  heading: "Incorporar",
  lead: "A pontuação na sua própria página: grátis, sem chave e sem registro. Ela se atualiza sozinha.",
  kinds: {
    chart: "Gráfico (script)",
    badge: "Selo (script)",
    frame: "Iframe",
    "chart-svg": "Imagem do gráfico, SVG",
    "chart-png": "Imagem do gráfico, PNG",
    "badge-svg": "Imagem do selo, SVG",
    "badge-png": "Imagem do selo, PNG",
    "badge-flat": "Selo de uma linha, plano",
    "cycle-svg": "Ciclo inteiro, SVG",
    "cycle-png": "Ciclo inteiro, PNG",
  },
  choose: {
    heading: "Escolher e copiar",
    size: "Largura",
    theme: "Tema",
    themes: ["conforme o sistema", "claro", "escuro"],
    asset: "Ativo",
  },
  scripts: {
    heading: "Gráfico e selo",
    points: {
      hosts: html`Um elemento marca o lugar: <code>data-nhci-widget</code> ou <code>id="nhci-widget"</code> para o gráfico, <code>data-nhci-badge</code> para o selo. Uma única tag de script serve a quantos você quiser, também aos que a sua página acrescenta, move ou remove depois.`,
      requests:
        "Todos os widgets de uma página compartilham uma requisição por endpoint. Eles param em abas ocultas, mantêm a última imagem quando não respondemos e tentam de novo sozinhos.",
      reading: "Os dias podem ser lidos com mouse, toque e teclado; um leitor de tela recebe uma frase e uma tabela.",
      room: html`Até o script chegar, o elemento mostra o que contém. Um <code>min-height</code> na sua folha de estilo reserva o lugar, e nada se move: 134 px para um selo (pequeno: 189), 575 px para um gráfico numa coluna de 320 a 419 px, 645 px a partir de 832 px.`,
    },
    columns: ["Atributo", "Valores", "Significado"],
    asset: "qual ativo; cripto chega em breve",
    assets: {
      meaning: "qual ativo",
      crypto: html`A pontuação de cripto como um todo tem uma fase e os seus próprios 30 dias, sem preço, sinal nem alertas. Num endereço é <code>?asset=crypto</code>. O ciclo completo mostra só o Bitcoin.`,
    },
    size: "largura máxima de um selo: 220, 320 ou 400 px",
    theme: "por padrão como a sua página; senão, conforme o sistema do visitante",
    lang: html`por padrão o <code>lang</code> mais próximo da sua página; senão, inglês`,
    api: "outro endereço do serviço; por padrão o do script",
  },
  frame: {
    intro:
      "Para lugares que não aceitam scripts. A página chega completa em uma resposta, funciona com scripts desligados e se atualiza a cada cinco minutos.",
    height: html`As alturas no código já são as corretas. Se a sua coluna muda de largura, ajuste a altura pela mensagem do iframe: ele envia <code>{ type: "peak:height", height }</code> à sua página.`,
  },
  pictures: {
    heading: "Imagens",
    intro: html`Para e-mail, arquivos README e onde o resto não funciona: <code>?size=sm|md|lg</code>, <code>?theme=light|dark|auto</code> (<code>auto</code> só em SVG) e <code>?lang=${LANGUAGES.join("|")}</code>. Os PNG têm dois pixels para cada pixel CSS. A atribuição faz parte da imagem.`,
    cache: (seconds) =>
      html`Podem ficar em cache por ${seconds} segundos e declaram isso; não é preciso timestamp na URL. Uma imagem cuja pontuação tem mais de duas horas avisa que está desatualizada.`,
  },
  policy: {
    intro:
      "Se a sua página envia uma política, ela precisa destas linhas e de nenhuma outra. Os widgets funcionam sob default-src 'none'.",
    after: html`Sem <code>'unsafe-inline'</code>, sem <code>'unsafe-eval'</code>, sem <code>style-src</code>: os estilos ficam em folhas de estilo construídas dentro de um shadow root. Os scripts também funcionam sob <code>require-trusted-types-for 'script'</code>; não criam política nem escrevem marcação. No código do iframe e da imagem, só o atributo <code>style</code> precisa de <code>style-src 'unsafe-inline'</code>; sem ele, o iframe tem uma borda e uma imagem larga não encolhe.`,
  },
  places: {
    heading: "Por plataforma",
    wordPress: html`Bloco “HTML personalizado”, qualquer um dos trechos. Nos planos do WordPress.com sem scripts, use a imagem.`,
    notion: html`Digite <code>/embed</code> e cole o endereço do iframe.`,
    readme: [
      "README no GitHub, fóruns",
      "O Markdown de uma imagem. O proxy de imagens do GitHub a guarda por alguns minutos.",
    ],
    frameworks: "Carregue o script uma vez. Renderize o elemento onde quiser; o script o detecta quando ele aparece.",
  },
  privacy: {
    heading: "Privacidade",
    text: `Os widgets não gravam cookies, não guardam nada no navegador e não se conectam a nenhum outro site além deste. O endereço IP do visitante fica na memória pelos ${FACTS.windowSeconds} segundos do limite de requisições e em nenhum outro lugar.`,
  },
  attribution: (link) =>
    html`Todo widget e toda imagem trazem a linha que cita o índice e o site. Ela não pode ser removida nem escondida; sem ela, um widget deixa de ser exibido. Se você mesmo exibe os números, <a href="${link}">mostre também a linha</a>.`,
} satisfies Locale["embed"];
