import { html } from "../../html.js";
import { FACTS } from "../facts.js";
import type { Translation } from "../locale.js";

export const cycle = {
  heading: "O ciclo inteiro",
  old: "(desatualizada)",
  saved: "Cópia salva: sem conexão",
  moment: (score, phase, signal, minute) =>
    `Pontuação do ciclo do Bitcoin: ${score} de 100, ${phase}. Sinal: ${signal}. Calculada: ${minute}.`,
  ranges: { all: "Tudo", cycle: "Este ciclo", "2y": "2 anos", "30d": `${FACTS.days} dias` },
  rangesLabel: "Período do gráfico",
  hint: "Cor: a fase consolidada. Aponte ou toque para ler.",
  keys: "As setas leem o gráfico ponto a ponto.",
  drawing: (from, first, to, last) =>
    `Preço do Bitcoin de ${first} em ${from} a ${last} em ${to} nas cores da fase consolidada, e abaixo a pontuação. Segue o mesmo em tabela.`,
  prices: (from, first, to, last) =>
    `Preço do Bitcoin de ${first} em ${from} a ${last} em ${to}. A pontuação ainda não foi calculada.`,
  fine: (from) =>
    `Desde ${from}. Um ponto por semana, um por dia nos últimos ${FACTS.days} dias: o acesso gratuito não é mais fino. Os dias são UTC.`,
  table: "O mesmo em tabela",
  columns: ["Dia, UTC", "Preço, USD", "Pontuação", "Fase consolidada"],
  ruler: {
    turns: html`▼ <b>topos</b>, ▲ <b>fundos</b> do preço: a leitura daquele dia`,
    range: (low, high) => html`<b>${low} a ${high}</b>: onde dias como este acabaram ficando, vistos dois anos depois`,
  },
  meaning: {
    heading: "O que significa agora",
    now: (phase, days) => html`A fase consolidada é ${phase} há ${days}`,
    earlier: (count, median, least, most, followed) =>
      html`; os ${count} períodos anteriores nesta fase duraram uma mediana de ${median} (de ${least} a ${most}) e deram lugar a ${followed}.`,
    year: (count, median, least, most) =>
      html`Um ano após o início dos ${count} períodos que já têm essa idade, o preço tinha variado uma mediana de ${median}, entre ${least} e ${most}.`,
    few: "Há poucos períodos anteriores para dizer o que veio depois.",
    dots: "Preço um ano após o início de cada período anterior",
    columns: ["Início", "Dias", "Deu lugar a", "Preço um ano depois"],
    notYet: "ainda não",
    caution: {
      heading: "Antes de confiar nisto",
      overlap: (stays, cycles) => `${stays} períodos não são ${stays} provas: vêm de ${cycles} ciclos e se sobrepõem.`,
      place: "Uma fase diz onde o preço está em relação ao próprio passado, não para onde vai.",
      record: (link) => html`<a href="${link}">Cada acerto, falha e alarme falso</a>`,
    },
  },
  cycles: {
    heading: "Este ciclo em relação aos anteriores",
    halving: "Desde o halving",
    low: "Desde o fundo",
    multiple: "Preço, múltiplo do primeiro dia, escala log.",
    score: "Pontuação suavizada, 0 a 100",
    drawing: (title, years) => `${title}: ciclos de ${years}. Segue o mesmo em tabela.`,
    day: "Dias",
  },
  market: { heading: "O mercado ao redor" },
  share: {
    heading: "Para levar",
    share: "Compartilhar",
    shareText: "A imagem mostra sempre a pontuação do momento, com a fonte.",
    copy: "Copiar link",
    copied: "Link copiado",
    picture: "Baixar imagem",
    follow: "Acompanhar",
    followText: "Uma entrada para cada mudança da fase consolidada ou de um alerta, e nada mais.",
    install: "Instalar",
    installText: "No celular: “Adicionar à tela inicial” no menu do navegador.",
    offlineText: "Sem conexão, mostra a última pontuação, marcada como desatualizada.",
  },
  short: {
    heading: "Em resumo",
    long: "As respostas longas têm páginas próprias.",
  },
} satisfies Translation["cycle"];
