import { html } from "../../html.js";
import { FACTS } from "../facts.js";
import type { Translation } from "../locale.js";

export const status = {
  menu: "Situação",
  title: (indexName) => `${indexName}: situação do serviço`,
  description:
    "Se a pontuação está atualizada, quando vem a próxima, como estão suas fontes e como o serviço se manteve ao longo de um ano.",
  heading: "Situação",
  lead: "A pontuação está atualizada, e em que ela se baseia?",
  asOf: (minute) => `Situação em ${minute}.`,
  now: {
    heading: "A pontuação agora",
    fresh: "Atualizada",
    stale: `Desatualizada: a pontuação tem mais de ${FACTS.staleHours} horas`,
    score: "Pontuação",
    computed: "Calculada",
    nextScore: "Próxima pontuação",
    nextRow: "Próxima linha diária",
    overdue: "em atraso",
    since: (days, day) => `${days}, desde ${day}`,
    change: "Variação em pontos",
    unknown: "ainda não se sabe",
    coverage: "Cobertura",
    complete: "completa: há dados para cada parte da pontuação",
    partly: (percent) => `${percent}: faltam alguns dados; as partes com dados pesam mais para compensar`,
  },
  figures: {
    heading: "Dados em tempo real",
    intro:
      "O último valor aceito de cada número permanece até que um mais novo seja aceito. Veja há quanto tempo cada um foi obtido.",
    columns: ["Número", "Fonte", "Observado"],
    single: "(sem segunda fonte)",
  },
  sources: {
    heading: "Fontes",
    intro:
      "Para cada tipo de dado há uma ordem de fontes. A próxima é consultada quando a anterior não deu o suficiente.",
    columns: ["Fonte", "Fornece", "Última resposta", "Estado"],
    gives: {
      prices: "preços em tempo real",
      daily: "fechamentos diários",
      mvrv: "MVRV do Bitcoin",
      hourly: "fechamentos por hora",
      dominance: "dominância do Bitcoin",
      "fear-greed": "índice de medo e ganância",
    },
    never: "nenhuma ainda",
    health: { ok: "em ordem", failing: "com falhas", idle: "em reserva" },
    idle: "não foi necessária no último dia",
    faults: {
      unreachable: "não respondeu a tempo",
      throttled: "pediu que esperássemos",
      refused: "recusou a consulta",
      malformed: "a resposta não tinha a forma documentada",
      implausible: "deu um número que não pode ser verdadeiro",
    },
    terms: (link) => html`O que cada fonte permite está na página <a href="${link}">Atribuição</a>.`,
  },
  served: {
    heading: "Um ano, dia a dia",
    intro: (day) =>
      `Os dias são dias UTC; o primeiro é ${day}. Uma pontuação está atualizada até completar ${FACTS.staleHours} horas.`,
    drawing: "Quanto de cada dia a pontuação esteve atualizada. O mesmo está na tabela abaixo.",
    legend: [
      "atualizada o dia todo",
      "atualizada parte do dia (altura = proporção)",
      "em nenhum momento atualizada",
      "a linha das 06:00 UTC veio com atraso ou falta",
    ],
    totals: "Todos os dias juntos",
    columns: ["Dias", "Horas com pontuação", "Tempo com pontuação atualizada", "Linhas diárias das 06:00 UTC"],
    last: (count) => `Últimos ${count} dias`,
    hours: (scored, due) => `${scored} de ${due}`,
    rows: (live, late, missing) => `no horário: ${live}; com atraso: ${late}; sem linha: ${missing}`,
    table: "Cada dia em números, o mais recente primeiro",
    day: "Dia",
    fates: {
      live: "no horário",
      late: "com atraso",
      missing: "falta",
      awaited: "ainda por vir",
      backfill: "calculada depois",
    },
  },
  limits: {
    heading: "O que isto pode dizer e o que não",
    points: {
      stored: "Conta o que está guardado: as pontuações e as linhas, e quando foram calculadas.",
      unreachable:
        "Não pode contar os minutos em que ninguém conseguiu acessar o serviço: um serviço não vê as requisições que nunca chegam. Só quem está de fora pode medir isso.",
      readers: "Uma pontuação calculada a tempo pode ter chegado tarde a quem a lê, por exemplo por causa de um cache.",
      gaps: "As pontuações são guardadas uma vez e nunca mudam, portanto nenhuma lacuna é preenchida depois. Uma linha diária perdida é calculada mais tarde, com os dados das 06:00 UTC desse dia, e fica marcada como tardia.",
    },
  },
  json: (link) => html`O mesmo para programas: <a href="${link}"><code>/api/public/nhci/meta</code></a>.`,
} satisfies Translation["status"];
