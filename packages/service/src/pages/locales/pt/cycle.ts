import { html } from "../../html.js";
import { FACTS } from "../facts.js";
import type { Locale } from "../locale.js";

export const cycle = {
  heading: "O ciclo inteiro",
  old: "(desatualizada)",
  moment: (score, phase, signal, minute) =>
    `Pontuação do ciclo do Bitcoin: ${score} de 100, ${phase}. Sinal: ${signal}. Calculada: ${minute}.`,
  ranges: { all: "Tudo", cycle: "Ciclo", "1y": "1 ano", "30d": `${FACTS.days} dias` },
  rangesLabel: "Período do gráfico",
  /** The chart, for whoever hears it. */
  name: "Preço do Bitcoin e pontuação do ciclo",
  color: "Cor e células preenchidas: a fase, suavizada para não oscilar.",
  points: { weekly: "Um ponto por semana; o último, em tempo real. Dias UTC.", daily: "Um ponto por dia. Dias UTC." },
  keys: "As setas leem o gráfico ponto a ponto.",
  drawing: (from, first, to, last) =>
    `Preço do Bitcoin de ${first} em ${from} a ${last} em ${to} nas cores da fase consolidada, e abaixo a pontuação. Segue o mesmo em tabela.`,
  prices: (from, first, to, last) =>
    `Preço do Bitcoin de ${first} em ${from} a ${last} em ${to}. A pontuação ainda não foi calculada.`,
  table: "Ver como tabela",
  reading: { price: "Preço", score: "Pontuação", phase: "Fase", since: "Preço desde então" },
  /** What is to be seen in each range. */
  titles: {
    all: {
      run: (phase, days) => `${phase} há ${days}`,
      low: (score, month) => `, acima dos ${score} do fundo de ${month}`,
      high: (score, month) => `, abaixo dos ${score} do topo de ${month}`,
    },
    cycle: {
      never: (score, phase) => `Este ciclo nunca chegou a ${phase}; no preço máximo a leitura foi ${score}`,
      reached: (score, phase) => `Este ciclo chegou a ${phase}; no preço máximo a leitura foi ${score}`,
      open: (score) => `Este ciclo chegou até agora a ${score} no máximo`,
    },
    "1y": {
      other: (first, last) => `De ${first} a ${last} em um ano`,
      same: (phase) => `${phase}, como há um ano`,
    },
    "30d": (least, most) => `Trinta dias entre ${least} e ${most}`,
  },
  columns: ["Dia, UTC", "Preço, USD", "Pontuação", "Fase consolidada"],
  ruler: {
    turns: html`▼ <b>topos</b>, ▲ <b>fundos</b> do preço: a leitura daquele dia`,
  },
  measures: {
    heading: (score, count) => `Por que ${score}: ${count === 4 ? "quatro" : "três"} medidas, uma média`,
    lead: (least, most) =>
      html`Cada medida fica entre a sua própria baixa habitual (0) e a sua alta habitual (100). A pontuação é a média simples delas. Hoje estão entre <b>${least} e ${most}</b>.`,
    names: {
      mvrv: {
        plain: "Preço em relação ao que os detentores pagaram",
        technical: "valor de mercado ÷ valor realizado (MVRV)",
      },
      thermo: { plain: "Preço em relação ao que os mineradores receberam", technical: "múltiplo thermocap" },
      plaw: { plain: "Preço em relação à sua tendência de longo prazo", technical: "distância da lei de potência" },
      ma200w: { plain: "Preço em relação à sua média de quatro anos", technical: "média móvel de 200 semanas" },
    },
    mean: (count) => `Pontuação: a média das ${count === 4 ? "quatro" : "três"}`,
  },
  market: { heading: "O mercado ao redor" },
  share: {
    heading: "Para levar",
    shareText: "A imagem mostra sempre a pontuação do momento, com a fonte.",
    copy: "Copiar link",
    copied: "Link copiado",
    picture: "Baixar imagem",
    follow: "Saiba quando mudar",
    followText:
      "Uma entrada para cada mudança da fase consolidada e cada alerta. Nada mais é enviado, e ninguém pede seu endereço.",
    site: "Coloque no seu site",
    siteText: "Gráfico, selo, iframe ou imagem. Grátis, sem chave, sem cookies.",
    choose: "Escolher um widget",
    installText: "No celular: “Adicionar à tela inicial” no menu do navegador.",
  },
  questions: "Perguntas",
} satisfies Locale["cycle"];
