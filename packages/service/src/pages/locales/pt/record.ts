import { html } from "../../html.js";
import type { Translation } from "../locale.js";

export const record = {
  title: (indexName) => `${indexName}: seus resultados, erros incluídos`,
  description:
    "O que o índice do ciclo do Bitcoin dizia em cada topo e cada fundo, seus alarmes falsos e suas omissões, ao lado de referências simples.",
  heading: "Resultados",
  lead: "O que a pontuação disse e o que aconteceu depois, com todos os erros.",
  waiting: "Ainda não há resultados: o serviço está reunindo os dados históricos de que precisa.",
  few: "Houve poucos ciclos até agora. Milhares de números diários parecem muitas provas, mas descrevem as mesmas poucas altas e quedas. Nada aqui prova que o próximo ciclo será como o último.",
  counts: (highs, lows, later) =>
    `Topos de ciclo: ${highs}. Fundos de ciclo: ${lows}. De ambos, no período posterior: ${later}.`,
  covers: (from, to, version) => `Pontuações de ${from} a ${to}, dias UTC. Versão do modelo: ${version}.`,
  again: "O comando “peak backtest” do programa calcula o mesmo a partir dos mesmos dias, até a última casa.",
  periods: {
    later: ["Posterior", "após os dias usados para escolher o modelo"],
    development: ["Desenvolvimento", "dentro da amostra: os dias usados para escolher o modelo"],
    early: ["Inicial", "antes deles: curto e com pouco mercado"],
  },
  nothing: "Nada neste período.",
  noDays: "“–”: não há dias a medir. Os horizontes que terminam depois do período não são contados.",
  whole: "Período inteiro",
  cycle: (number) => `Ciclo ${number}`,
  columns: ["Período", "Métrica", "Dias"],
  gauges: {
    score: "Pontuação",
    mvrv: "Só MVRV",
    mayer: "Múltiplo de Mayer",
    powerLaw: "Resíduo da lei de potência",
    fearGreed: "Medo e ganância",
  },
  reading: {
    heading: "Como ler",
    points: {
      periods:
        "Períodos posterior e de desenvolvimento. O modelo foi escolhido com os dias do período de desenvolvimento; os números ali foram medidos dentro da amostra, e é de esperar um resultado pior. Nenhum número foi ajustado aos dias posteriores, mas os que já tinham passado eram conhecidos e por isso também não são um teste às cegas. Os dois nunca se misturam.",
      noLookAhead:
        "Sem olhar adiante. Nenhuma pontuação usa um dia posterior. Nenhuma correlação, retorno ou custo de um período usa um preço posterior ao seu fim; topos, fundos e alarmes são indicados pelo que se sabe hoje.",
      turns:
        "Topos e fundos. Um topo de ciclo é um fechamento que nenhum dos 365 dias anteriores supera e depois do qual o preço caiu à metade antes de fechar acima dele. Seu fundo é o menor fechamento nesse intervalo. Ambos só se conhecem em retrospecto.",
      cycles:
        "Ciclos. De um halving até o dia anterior ao seguinte: o ciclo 1 começa com o primeiro. Os limites dos períodos os cortam.",
      baselines:
        "Referências. Quatro métricas simples, cada uma em uma escala de 0 a 100: só o valor de mercado dividido pelo valor realizado (MVRV), o preço dividido pela média de 200 dias (múltiplo de Mayer), a distância de uma lei de potência do preço (resíduo) e Medo e ganância. Cada uma é comparada com a pontuação exatamente nos mesmos dias.",
    },
  },
  chart: {
    heading: "Preço e pontuação desde o início",
    note: "Em cima, o preço na cor da fase consolidada, com os topos e fundos de ciclo; embaixo, a pontuação sobre essa fase. As linhas pontilhadas são os halvings.",
    later: (day) => `Os dias desde ${day} não foram usados para escolher o modelo.`,
    says: (from, to) =>
      `Preço do Bitcoin e pontuação de ${from} a ${to}, com os topos e fundos de ciclo. Os valores estão nas tabelas abaixo.`,
  },
  turns: {
    heading: "Em cada topo e cada fundo",
    intro:
      "Antecedência: quantos dias antes do ponto de virada a pontuação esteve pela primeira vez na fase extrema, “Pico” antes de um topo e “Fundo” antes de um fundo, contando desde o ponto de virada anterior.",
    high: "Topo",
    low: "Fundo",
    open: "ainda pode cair mais",
    never: "nunca",
    noFlag: "nenhum",
    said: "O que a pontuação dizia",
    columns: ["Ponto de virada", "Preço, USD", "Queda", "Pontuação", "Fase", "Sinal", "Alertas", "Antecedência, dias"],
    readings: "O que cada métrica marcava",
    readingsNote:
      "Primeiro o valor do dia; abaixo, o mais extremo em 180 dias para cada lado e quantos dias depois do ponto de virada ele veio (com sinal de menos: antes). “–”: a métrica não tinha valor; Medo e ganância começa em 2018.",
  },
  flags: {
    heading: "Alertas: acertos, alarmes falsos, omissões",
    intro:
      "Um alarme é uma sequência ininterrupta de dias com o alerta ativo. Uma omissão é um ponto de virada em que ele deveria estar ativo e não estava.",
    verdicts: { right: "acerto", false: "alarme falso", open: "em aberto", missed: "omissão" },
    counts: "quantas vezes",
    span: "Período, ciclo",
    alarms: "todos os alarmes e todas as omissões",
    topRisk: {
      rule: "Acerto se, depois do maior fechamento durante o alarme, o preço fechou à metade ou menos antes de superá-lo; alarme falso se o superou primeiro.",
      columns: ["De", "até", "Veredito", "Preço, USD", "Maior fechamento", "Dias até ele", "Queda depois"],
    },
    descentGuard: {
      rule: "Acerto se, enquanto durou, o preço fechou 20% ou mais abaixo do primeiro dia; alarme falso se terminou sem que isso ocorresse. A última coluna: quanto o preço ainda caiu depois do seu fim.",
      columns: ["De", "até", "Veredito", "Preço, USD", "Menor fechamento", "Dias até ele", "Queda depois"],
      afterEnd: "Queda após o fim",
    },
  },
  phases: {
    heading: "Tempo em cada fase",
    intro:
      "Proporção dos dias, e quantas vezes por ano a fase mudou: a publicada, a da pontuação suavizada e a fase consolidada.",
    changes: "Mudanças por ano",
    smoothedChanges: "Suavizada",
    settledChanges: "Consolidada",
  },
  returns: {
    heading: "O que o preço fez depois de cada fase",
    intro:
      "Retornos nos dias seguintes. A dispersão é grande e os dias se sobrepõem, então o número de dias diz pouco sobre a certeza de um número. Alguns retornos muito grandes puxam a média para cima.",
    drawing: "O ano depois de cada fase",
    drawingNote:
      "Linha: os 80% centrais dos retornos. Barra: a metade central. Marca: a mediana. A escala é logarítmica.",
    caption: "Retornos depois de cada fase",
    columns: ["Fase", "Dias depois", "Dias", "Mediana", "Média", "% em alta"],
    cycles: "Retorno mediano do ano depois de cada fase, por ciclo; entre parênteses, os dias",
    fifths: "Retorno mediano do ano depois de cada quinto da escala, por métrica; entre parênteses, os dias",
  },
  buying: {
    heading: "Comprar pela pontuação",
    intro:
      "Comprar por dia 2 dólares de bitcoin com uma leitura de 0, 1 dólar com 50 e nada com 100, em comparação com a mesma soma em aportes diários iguais (DCA). Menos de 0% significa um custo por bitcoin menor do que com aportes iguais.",
    caption: "Custo médio de um bitcoin",
    columns: ["Aporte fixo, USD", "Pela métrica, USD", "Diferença"],
    better: (gauges) => html`Mais barato do que pela pontuação, em quase os mesmos dias: ${gauges}.`,
    none: "Nenhuma referência medida em quase os mesmos dias saiu mais barata do que a pontuação.",
  },
  ranks: {
    heading: "Quão bem ordena os dias",
    intro: "Cada referência e a pontuação nos mesmos dias; em negrito, a melhor das duas.",
    measures: {
      hindsight: [
        "Posição em retrospecto",
        "correlação de postos com a posição do preço entre seu menor e seu maior valor nos 2 anos anteriores e posteriores; 1 é o melhor",
      ],
      topAuc: [
        "Topos",
        "probabilidade de que a métrica marque mais em um dia de topo do que em outro dia; 1 é o melhor, 0,5 é o acaso",
      ],
      bottomAuc: [
        "Fundos",
        "probabilidade de que a métrica marque menos em um dia de fundo do que em outro dia; 1 é o melhor, 0,5 é o acaso",
      ],
      forward: [
        "Ano seguinte",
        "correlação de postos com o retorno dos 365 dias seguintes; −1 é o melhor, 0 é nenhuma relação",
      ],
    },
    better: (measure, gauges) => html`${measure} – melhor do que a pontuação: ${gauges}.`,
    none: (measure) => html`${measure}: nenhuma referência é melhor do que a pontuação.`,
    unknown: (measure) => html`${measure}: nada a comparar.`,
    pair: (gauge, reading, score) => html`${gauge} (${reading}; pontuação ${score})`,
    caption: "Medidas de ordem",
  },
  settled: {
    heading: "A fase consolidada",
    intro:
      "A fase segue cada pontuação e muda com frequência. A fase consolidada vai para fora na hora, ao chegar a 60 e 80 ou ao cair abaixo de 40 e 20; volta para o centro depois de um recuo de 6 pontos ou de dez dias seguidos. Os feeds a anunciam e as páginas contam seus dias. A tabela começa em 2014 e inclui os dias usados para escolher o modelo.",
    caption: (from, to) => `As duas fases, ${from} – ${to}`,
    columns: ["Fase", "Mudanças", "Mudanças por ano", "Períodos de menos de uma semana"],
    turns: (shown, lost, late) =>
      `Topos e fundos de ciclo antes dos quais a fase chegou a Pico ou Fundo: ${shown}. Deles, a fase consolidada deixou de mostrar ${lost} e mostrou ${late} mais tarde.`,
    late: (days, share) => `Na volta, atrasou no máximo ${days} dias. Em ${share} dos dias coincidiu com a fase.`,
  },
  place: {
    heading: "Quanto a pontuação se desviou",
    intro:
      "A posição de um dia diz onde está o preço entre os preços dos dois anos anteriores e posteriores: 0 é o mais baixo e 100 o mais alto, em escala logarítmica. Ela só se conhece em retrospecto.",
    error: (from, to, points) =>
      `De ${from} a ${to}, a pontuação se desviou dessa posição em ${points} pontos, em média.`,
    low: (points) => `Em média, marcou ${points} pontos a menos.`,
    high: (points) => `Em média, marcou ${points} pontos a mais.`,
    covered: (share, width) =>
      `O intervalo dado com a pontuação conteve a posição posterior em ${share} dos dias; tinha em média ${width} pontos de largura.`,
    newest: (day) => `${day}:`,
    meaning: "Até agora, em nove de cada dez dias a posição posterior ficou no máximo a essa distância da pontuação.",
    none: "Ainda não há intervalo: é preciso um ano de dias cuja posição posterior seja conhecida.",
    effective: (days, count) =>
      `As pontuações de dias próximos se parecem. Pela autocorrelação, estes ${days} dias equivalem a cerca de ${count} observações independentes.`,
  },
} satisfies Translation["record"];
