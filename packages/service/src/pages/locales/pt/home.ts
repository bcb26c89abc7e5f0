import { html } from "../../html.js";
import { FACTS } from "../facts.js";
import type { Locale } from "../locale.js";

export const home: Locale["home"] = {
  title: (indexName) => `${indexName}: em que ponto do ciclo o Bitcoin está`,
  description:
    `Um índice gratuito do ciclo do Bitcoin, de 0 a 100, atualizado a cada hora: fase, sinal, ` +
    `${FACTS.days} dias de histórico, widgets e uma API JSON aberta.`,
  moment: (score, phase, signal, minute) =>
    `Pontuação do ciclo do Bitcoin: ${score} de 100, ${phase}. Sinal: ${signal}. Calculada: ${minute}.`,
  old: "(desatualizada)",
  verdict: {
    sentence: (place, warned) => html`O Bitcoin está ${place} do seu ciclo${warned}.`,
    places: {
      FONDO: "perto do fundo",
      ACUM: "abaixo do meio",
      BULL: "em torno do meio",
      HOT: "acima do meio",
      PEAK: "perto do topo",
    },
    warned: {
      descentGuard: ", com um alerta de mercado de baixa ativo",
      topRisk: ", com um alerta de topo de ciclo ativo",
      both: ", com os dois alertas ativos",
    },
    scale: "Pontuação do ciclo: 0 é barato para a sua história, 100 caro",
    run: (days, day) => `desde ${day} (${days})`,
    crossed: (settled) => html`recém-alcançada; fase estável: ${settled}`,
    rows: { signal: "Sinal", score: "Pontuação", computed: "Calculada" },
    week: "em uma semana",
    year: "em um ano",
    month: (change) => `${change} em ${FACTS.days} dias`,
    stale: (age) => `há ${age}`,
    settledSignal: (signal, day) => `estável: ${signal} desde ${day}`,
    calm: ", sem alertas ativos",
    moved: (signal, without) => html`; ${without} seria ${signal}`,
    also: (without) => html`, também ${without}`,
    without: {
      one: (link) => html`sem o <a href="${link}">alerta</a>`,
      both: (link) => html`sem os <a href="${link}">alertas</a>`,
    },
  },
  ruler: {
    now: (score) => `Agora ${score}`,
    high: ["Pontuação nos topos anteriores do preço", "nos topos"],
    low: ["nos fundos anteriores do preço", "nos fundos"],
  },
  start: {
    heading: "Primeira execução",
    phase: "Aguardando a primeira pontuação",
    waiting: "O serviço está reunindo os dados históricos de que precisa.",
    elsewhere: "Outra instância está calculando a primeira pontuação; ela aparecerá aqui.",
    stalled: (minute) => `Nenhuma fonte enviou nada de novo desde ${minute}. Continuamos consultando.`,
    refreshes: "Esta página se atualiza sozinha.",
  },
  chart: {
    ranges: { all: "Tudo", cycle: "Ciclo", "1y": "1 ano", "30d": `${FACTS.days} dias` },
    rangesLabel: "Período do gráfico",
    name: "Preço do Bitcoin e pontuação do ciclo",
    keys: "Use as setas do teclado para ler ponto a ponto.",
    drawing: (from, first, to, last) =>
      `Pontuação do ciclo do Bitcoin e, abaixo, o preço: ${first} (${from}), ${last} (${to}). Os mesmos números vêm ` +
      `em seguida em uma tabela.`,
    price: "Preço:",
    table: "Ver como tabela",
    columns: ["Dia (UTC)", "Preço, USD", "Pontuação", "Fase"],
    titles: {
      since: (year) => `A pontuação desde ${year}`,
      low: (score, month, now) => `A pontuação subiu de ${score} em ${month} para ${now}`,
      high: (score, month, now) => `A pontuação caiu de ${score} em ${month} para ${now}`,
      never: (score, phase) =>
        `Este ciclo ainda não chegou à fase “${phase}”: no preço mais alto, a pontuação era ${score}`,
      reached: (score, phase) => `Este ciclo já chegou à fase “${phase}”: no preço mais alto, a pontuação era ${score}`,
      open: (score) => `A maior pontuação deste ciclo até agora é ${score}`,
      other: (first, last) => `Há um ano, ${first}; hoje, ${last}`,
      same: (phase) => `${phase}, como há um ano`,
      days: (least, most) => `Em ${FACTS.days} dias, a pontuação variou entre ${least} e ${most}`,
    },
  },
  why: {
    heading: (score, count) => `Por que ${score}: ${count === 4 ? "quatro" : "três"} métricas e a média delas`,
    names: {
      mvrv: ["Preço em relação ao que os detentores pagaram", "MVRV"],
      thermo: ["Preço em relação à receita dos mineradores", "múltiplo thermocap"],
      plaw: ["Preço em relação à tendência de longo prazo", "lei de potência"],
      ma200w: ["Preço em relação à média de quatro anos", "200 semanas"],
    },
    mean: "Pontuação: a média",
    hindsight: (points, link) =>
      html`Vista em retrospecto, a pontuação errou por <a href="${link}">${points} pontos em média</a>.`,
  },
  market: {
    heading: "O mercado hoje",
    dominance: "Dominância do Bitcoin",
    fearGreed: "Medo e ganância",
    crypto: "Cripto como um todo",
    weaker: "menos confiável (por quê?)",
    moods: {
      "Extreme Fear": "Medo extremo",
      Fear: "Medo",
      Neutral: "Neutro",
      Greed: "Ganância",
      "Extreme Greed": "Ganância extrema",
    },
  },
  actions: {
    label: "Compartilhar e reutilizar",
    share: "Compartilhar",
    copied: "Link copiado",
    picture: "Imagem",
    embed: "Incorporar",
    feed: "Feed",
    follow: "Seguir",
  },
  questions: {
    heading: "Perguntas",
    more: "Mais no método (em inglês)",
    phases: {
      heading: "O que significam as cinco fases?",
      text:
        "Uma fase é um quinto da escala. Ela diz quão alto está o preço em comparação com o passado do " +
        "Bitcoin, não para onde ele vai.",
      columns: ["Pontuação", "Fase", "Chave na API"],
    },
    settled: {
      heading: "Por que a fase muda menos do que a pontuação?",
      text:
        "A fase estável, seguida pelos feeds e por “desde”, ignora movimentos breves. Rumo a Pico ou Fundo ela muda " +
        "na hora; na volta para o meio, espera 6 pontos ou dez dias.",
    },
    signal: {
      heading: "O que é o sinal?",
      text: "Uma regra fixa transforma a pontuação e os dois alertas em uma palavra. Não é uma recomendação.",
      columns: ["Pontuação", "Sem alertas", "Com um alerta"],
    },
    warnings: {
      heading: "O que são os dois alertas?",
      descentGuard: html`<b>Alerta de mercado de baixa:</b> a queda provavelmente ainda não terminou, então uma
pontuação baixa ainda não é uma pechincha.`,
      topRisk: html`<b>Alerta de topo de ciclo:</b> as médias do preço e os indicadores de valuation se parecem com
os de topos anteriores.`,
    },
    wrong: {
      heading: "Quantas vezes errou?",
      text: (link) =>
        html`O bastante para fazer diferença. Os <a href="${link}">resultados</a> mostram cada topo e cada fundo
(avisado a tempo, cedo demais ou não avisado) e cada alarme falso. O preço está nas quatro métricas, então elas podem
errar juntas, e só houve quatro ciclos para aprender.`,
    },
    history: {
      heading: `Há mais de ${FACTS.days} dias de dados?`,
      text: (link) => html`Sem chave, a <a href="${link}">API</a> oferece os últimos ${FACTS.days} dias.`,
      pro: "A API Pro oferece todo o histórico desde 2017, com chaves pessoais e limites maiores.",
      proSoon: "Em breve, a API Pro: todo o histórico desde 2017, chaves pessoais e limites maiores.",
    },
  },
};
