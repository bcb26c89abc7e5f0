/** One page that makes it hard for the widgets in it. */
export interface HostilePage {
  readonly html: string;
  readonly isStrict: boolean;
  /** What is around each host, in the order of the page. */
  readonly hosts: readonly string[];
  /** Scripts of the page, one after the other, with time between them. */
  readonly acts: readonly string[];
  /** What is hostile about all of the page. */
  readonly words: string;
}

/** What may be around a host. No masks, which the widgets do not notice, and no part that scrolls to the line, which is well. */
const AROUND = [
  "height:120px;overflow:hidden",
  "height:60px;overflow:clip",
  "height:120px;contain:paint",
  "clip-path:inset(0 0 45px)",
  "margin-bottom:-45px",
  "display:-webkit-box;-webkit-box-orient:vertical;-webkit-line-clamp:3;overflow:hidden;height:120px",
  "opacity:.8",
  "transform:rotate(4deg) scale(.8)",
  "width:130px",
  "height:0;overflow:hidden",
  "display:none",
  "visibility:hidden",
  "columns:2",
  "direction:rtl;writing-mode:vertical-rl",
  "position:sticky;top:0",
  "display:flex;flex-direction:column-reverse;height:100px;overflow:hidden",
];
/** What may lie over a host. */
const COVERS = [
  "bottom:0;height:45px",
  "top:0;height:45px",
  "bottom:0;height:45px;pointer-events:none",
  "inset:0;background:none",
  "inset:0",
];
const SHEETS = [
  "*{margin:0!important;padding:0!important}",
  "a{display:none!important}",
  "p,div{line-height:0;font-size:1px}",
  "[data-torture]{height:100px;overflow:hidden;display:block}",
  "[data-torture]{color:#fff!important;background:#fff!important}",
  "body{overflow:hidden;position:fixed;inset:0}",
  "html{zoom:.7}",
  "*{pointer-events:none}",
];
/** None of them forges what a look relies on: a page that does so can show what it likes. */
const SCRIPTS = [
  "JSON.stringify = () => { throw new Error('changed') }",
  "Array.prototype.toJSON = () => 1; Object.prototype.toJSON = () => 1",
  "delete window.ResizeObserver",
  "window.IntersectionObserver = undefined",
  "window[Symbol.for('peak.api.1')] = 'taken'",
  "window.matchMedia = undefined",
  "const own = window.fetch; window.fetch = (url, all = {}) => own(url, { ...all, headers: { traceparent: '00-1-1-01' } })",
  "Object.prototype.polluted = 'yes'",
  "Number.prototype.toFixed = () => 'NaN'",
];
const ATTRIBUTES = [
  "data-size=constructor",
  "data-asset=crypto",
  "data-asset=__proto__",
  "data-theme=toString",
  "data-lang=xx",
  "lang=de",
  "data-size=lg",
  "hidden=until-found",
  "style=height:70px;overflow:hidden;display:block",
  "contenteditable",
];
/** Of single-page applications and modal dialogs. */
const ACTS = [
  "history.pushState({}, '', '/next'); document.querySelector('main').append(document.querySelector('section'))",
  "document.documentElement.style.overflow = 'hidden'",
  "for (const each of document.querySelectorAll('section')) each.style.height = '110px', each.style.overflow = 'hidden'",
  "for (const each of document.querySelectorAll('[data-torture]')) each.replaceWith(each.cloneNode(true))",
  "for (const each of document.querySelectorAll('[data-torture]')) each.setAttribute('data-lang', 'fr')",
  "document.body.insertAdjacentHTML('beforeend', '<b style=\"position:fixed;left:0;right:0;bottom:0;height:60px;background:#fff\"></b>')",
  "document.documentElement.classList.toggle('dark')",
];
const HOSTS = 3;

/** @param at the site of the scripts, and the scene of its sandbox that is shown */
export function hostilePage(random: () => number, at: { readonly site: string; readonly scene: string }): HostilePage {
  const pick = (from: readonly string[]) => from[Math.floor(random() * from.length)] ?? "";
  const some = (from: readonly string[], share: number) => (random() < share ? [pick(from)] : []);
  const isStrict = random() < 0.25;
  const [sheets, scripts] = [some(SHEETS, 0.3), isStrict ? [] : some(SCRIPTS, 0.3)];
  const parts = Array.from({ length: HOSTS }, () => {
    const mark = pick(["data-nhci-widget", "data-nhci-badge"]);
    const [around, covers, attributes] = [some(AROUND, 0.7), some(COVERS, 0.3), some(ATTRIBUTES, 0.4)];
    const named = attributes.map((each) => each.replace(/=(.*)/, '="$1"')).join(" ");
    const host = `<div data-torture ${mark} data-api="${at.site}/sandbox/${at.scene}" ${named}>own content</div>`;
    const cover = covers.map((style) => `<b style="position:absolute;left:0;right:0;background:#fff;${style}"></b>`);
    const html = `<section style="margin:60px 0;width:320px"><div style="${around}"><div style="position:relative">${host}${cover}</div></div><p style="position:relative;background:#fff;height:50px"></p></section>`;
    return { html, words: [mark, ...around, ...covers.map((each) => `below ${each}`), ...attributes].join(" | ") };
  });
  const tags = ["chart", "badge"].map((kind) => `<script src="${at.site}/embed/nhci-${kind}.js"></script>`).join("");
  const before = scripts.map((each) => `<script>${each}</script>`).join("");
  return {
    html: `<!doctype html><meta charset="utf-8"><style>${sheets}</style>${before}<body><main>${parts.map(({ html }) => html).join("")}</main>${tags}`,
    isStrict,
    hosts: parts.map(({ words }) => words),
    acts: some(ACTS, 0.6),
    words: [at.scene, ...sheets, ...scripts, ...(isStrict ? ["a strict policy"] : [])].join(" | "),
  };
}
