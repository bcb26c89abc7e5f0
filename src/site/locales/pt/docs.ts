import { html } from "../../html.js";
import type { DocsWords } from "../docs-shape.js";
import { dataWords } from "./docs-data.js";
import { fields } from "./fields.js";

export const docs = {
  title: (indexName) => `API do ${indexName}`,
  description:
    "Dois endereços JSON grátis e sem chave: a pontuação atual do ciclo do Bitcoin e os últimos 30 dias. Campos, limites, erros, cache, exemplos e um botão para experimentar.",
  heading: "API",
  lead: "Dois endereços, JSON, sem chave, sem cadastro, abertos a qualquer origem.",
  contents: "Nesta página",
  openapi: (link) => html`O mesmo para máquinas: <a href="${link}">openapi.json</a> (OpenAPI 3.1).`,
  tryIt: {
    button: "Experimentar",
    open: "Abrir a resposta",
    asking: "Perguntando…",
    status: "Status",
    headers: "Cabeçalhos que uma página pode ler",
    body: "Corpo",
    failed: "Sem resposta: não foi possível alcançar o serviço.",
  },
  current: {
    heading: "A pontuação atual",
    purpose:
      "Pontuação, fase, sinal e alertas do Bitcoin, uma pontuação de cripto como um todo e números do mercado ao vivo.",
    renewed: "a pontuação a cada hora; os números do mercado conforme chegam",
    cache: "60 segundos",
  },
  history: {
    heading: "Os últimos 30 dias",
    purpose:
      "Exatamente 30 linhas de dias UTC consecutivos, da mais antiga à mais recente. A linha de um dia é calculada às 06:00 UTC desse dia e não muda depois. A pontuação atual pode diferir da linha de hoje: ela é calculada a cada hora, a linha uma vez.",
    renewed: "todo dia às 06:00 UTC",
    cache: "até uma hora, nunca além das próximas 06:00 UTC",
  },
  ...dataWords,
  facts: ["Renovação", "Pode ser guardada", "Limite"],
  limitFact: "20 requisições por minuto e endereço, somando as duas",
  fieldColumns: ["Campo", "Tipo", "Significado"],
  fields,
  example: "Exemplo",
  always:
    "Todos os campos estão sempre presentes, nesta ordem, e não há outros. Parâmetros de consulta são ignorados. Um número do mercado cuja fonte está em silêncio fica no último valor conhecido.",
  limits: {
    heading: "Limites",
    points: [
      html`20 requisições em quaisquer 60 segundos por endereço, somando as duas. Uma rede IPv6 (/64) conta como um endereço. <code>GET</code> e <code>HEAD</code> contam seja qual for a resposta, 304 inclusive; uma requisição recusada não conta. Todo o resto e <code>OPTIONS</code> são livres.`,
      html`A seguinte recebe 429, <code>Retry-After</code> em segundos e <code>RateLimit: "public";r=0;t=37</code>. Depois desse tempo, a próxima requisição passa.`,
      html`Toda resposta dos dois endereços traz <code>RateLimit-Policy: "public";q=20;w=60</code>.`,
      "Outros atrás do seu endereço dividem o limite: escritórios, redes móveis, funções na nuvem, planilhas. Se for recusado de novo, espere mais.",
    ],
  },
  caching: {
    heading: "Cache",
    points: [
      html`Toda resposta tem um <code>ETag</code> forte. Devolva-o em <code>If-None-Match</code> e receba 304 sem corpo.`,
      html`<code>Cache-Control</code> da pontuação atual: <code>public, max-age=60</code>. Nos últimos minutos antes de uma pontuação completar duas horas esse tempo encolhe, para que nenhum cache mostre <code>"stale": false</code> com uma pontuação antiga.`,
      html`Do histórico: <code>public, max-age=3600</code> no máximo, até as 06:00 UTC.`,
      html`Falhas nunca são guardadas: <code>no-store</code>. <code>br</code> e <code>gzip</code> a pedido. Não é preciso nenhum parâmetro para driblar caches.`,
    ],
  },
  errors: {
    heading: "Erros",
    intro: html`Os corpos seguem a RFC 9457 (<code>application/problem+json</code>), com o membro extra <code>"ok": false</code>; 429 traz também <code>retry_after_seconds</code>.`,
    columns: ["Status", "Quando"],
    rows: [
      [400, html`a requisição está malformada ou não tem <code>Host</code>; <code>/oembed</code> sem <code>url</code>`],
      [404, html`não há nada neste caminho; <code>/oembed</code> para um endereço que não mostra a pontuação`],
      [
        405,
        html`um método diferente de <code>GET</code>, <code>HEAD</code>, <code>OPTIONS</code>; veja <code>Allow</code>`,
      ],
      [408, "a requisição não chegou a tempo"],
      [414, "o endereço passa de 2 kB"],
      [417, html`um <code>Expect</code> diferente de <code>100-continue</code>`],
      [429, html`o limite foi atingido; veja <code>Retry-After</code>`],
      [431, "os cabeçalhos passam de 8 kB"],
      [500, "uma falha nossa"],
      [501, html`<code>/oembed</code> em um formato diferente de <code>json</code> e <code>xml</code>`],
      [
        503,
        html`o que se pede ainda não existe: a pontuação, os 30 dias, um dado de mercado, uma imagem; veja <code>Retry-After</code>`,
      ],
    ],
  },
  examples: {
    heading: "Exemplos",
    backOff: html`JavaScript e Python esperam o que <code>Retry-After</code> diz e depois cada vez mais, com algum acaso.`,
    sheets: "Google Sheets",
    sheetsNote: html`Em uma célula. Nenhum dos dois endereços tem limite, então desconhecidos nos mesmos servidores não podem esgotar nada. Uma pontuação com mais de duas horas traz <code>(stale)</code> no fim e não é um número. A última linha é para planilhas com vírgula decimal.`,
    excel: "Excel, LibreOffice",
    excelNote: html`<code>WEBSERVICE</code> busca a pontuação como texto e o resto a torna um número, ou um erro quando ela tem mais de duas horas. Em português as funções se chamam <code>SERVIÇOWEB</code>, <code>TIRAR</code> e <code>VALORNUMÉRICO</code>, com <code>;</code> entre os argumentos. Pergunta ao abrir ou recalcular o arquivo. No Excel é preciso Windows. Os 30 dias: Dados, Da Web, com o endereço de <code>history.csv</code>.`,
  },
  browsers: {
    heading: "A partir de uma página no navegador",
    text: html`Toda resposta de qualquer status traz <code>Access-Control-Allow-Origin: *</code>, para que uma página também possa ler falhas. Um <code>fetch</code> simples não precisa de preflight. Cabeçalhos legíveis: <code>ETag</code>, <code>Last-Modified</code>, <code>Age</code>, <code>Retry-After</code>, <code>RateLimit</code>, <code>RateLimit-Policy</code>, <code>Deprecation</code>, <code>Sunset</code>, <code>Link</code>.`,
  },
  others: {
    heading: "Tudo o mais que responde",
    columns: ["Caminho", "Dá", "Pode ser guardado"],
    rows: {
      "/api/public/nhci/history.csv": "os 30 dias como CSV",
      "/api/public/nhci/score.txt": "a pontuação como um só número, texto simples",
      "/api/public/nhci/proof/leaves": "o hash de cada dia fechado, um por linha",
      "/feed.atom": "cada mudança de fase, sinal ou alerta: Atom 1.0",
      "/feed.json": "o mesmo como JSON Feed 1.1",
      "/embed/nhci-chart.js": "script do gráfico",
      "/embed/nhci-badge.js": "script do selo",
      "/embed/<version>/…": "os mesmos scripts, para sempre",
      "/embed/nhci": html`a página para iframe; <code>?theme</code>, <code>?lang</code>`,
      "/embed/nhci-chart.svg": html`imagens: <code>nhci-chart</code> e <code>nhci-badge</code>, <code>.svg</code> e <code>.png</code>; <code>?size</code>, <code>?theme</code>, <code>?lang</code>`,
      "/embed/nhci-card.png": html`a imagem para links compartilhados, 1200 × 630; <code>?lang</code>`,
      "/oembed": html`oEmbed para <code>?url=</code> deste site; <code>?format=json|xml</code>, <code>?maxwidth</code>, <code>?maxheight</code>`,
      "/openapi.json": "esta página para máquinas",
      "/healthz": "200 enquanto o processo roda",
      "/readyz": "200 quando há uma pontuação das últimas duas horas e o banco de dados responde; senão, 503",
    },
    cacheOf: { minute: "um minuto", minutes: "5 minutos", hour: "uma hora", year: "um ano", never: "não" },
  },
  keys: {
    heading: "API Pro: em breve",
    text: html`O histórico completo desde 2017, chaves pessoais, limites mais altos. Ainda não disponível: o cabeçalho <code>X-NHCI-API-Key: peak_live_&lt;API_KEY&gt;</code> é aceito e não muda nada.`,
  },
  attribution: {
    heading: "Atribuição",
    text: (link) =>
      html`Quem mostra ou publica pontuações cita o índice e o serviço com o endereço. <a href="${link}">A linha, e as fontes dos números do mercado</a>.`,
  },
} satisfies DocsWords;
