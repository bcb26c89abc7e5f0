import { cssDeclarations, DARK, LIGHT } from "../chart/colors.js";

const COLORS = `:root{color-scheme:light dark;${cssDeclarations(LIGHT)};--tint:color-mix(in srgb,var(--ink) 4%,var(--paper));--column:73rem}
@media (prefers-color-scheme:dark){:root{${cssDeclarations(DARK)}}}`;

const TEXT = `*{box-sizing:border-box}
html{scroll-behavior:smooth;-webkit-text-size-adjust:100%;text-size-adjust:100%}
body{margin:0;font:1rem/1.6 system-ui,-apple-system,"Segoe UI",Roboto,sans-serif;color:var(--ink);background:var(--paper);overflow-wrap:break-word}
h1{font-size:clamp(1.6rem,1.3rem + 1.5vw,2.25rem);line-height:1.2;letter-spacing:-.015em;margin:0 0 .5rem;text-wrap:balance}
h2{font-size:1.35rem;line-height:1.3;letter-spacing:-.01em;margin:0 0 .75rem;scroll-margin-top:1rem}
h3{font-size:1.05rem;line-height:1.4;margin:1.75rem 0 .5rem;scroll-margin-top:1rem}
p,ul,ol,dl{margin:.75rem 0;max-width:42rem}ul,ol{padding-left:1.25rem}li{margin:.35rem 0}
a{color:var(--link);text-underline-offset:.15em}a:hover{text-decoration-thickness:2px}
:focus-visible{outline:2px solid var(--link);outline-offset:2px;border-radius:3px}
small,.small{font-size:.875rem}.soft{color:var(--soft)}.lead{font-size:1.125rem;color:var(--soft);margin-top:0}
.mark{color:var(--mark);font-weight:600}
code{font:.9em/1.4 ui-monospace,SFMono-Regular,Menlo,Consolas,monospace;overflow-wrap:anywhere}
p code,li code,td code,dd code{display:inline-block;max-width:100%;background:var(--tint);border-radius:4px;padding:0 .3em}
pre{margin:.75rem 0;padding:.85rem 1rem;overflow-x:auto;border:1px solid var(--line);border-radius:8px;background:var(--tint);font-size:.875rem;line-height:1.5;tab-size:2}
pre code{font-size:inherit;overflow-wrap:normal}
.visually-hidden{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%);white-space:nowrap}
.FONDO{color:var(--FONDO)}.ACUM{color:var(--ACUM)}.BULL{color:var(--BULL)}.HOT{color:var(--HOT)}.PEAK{color:var(--PEAK)}`;

/**
 * A menu behind its button. A browser that knows no popover (before 2024) shows the list at once, as does every browser where
 * the menu is not folded; one that cannot anchor it to its button (before 2026) opens it where the button of most pages is.
 */
function folded(menu: string): string {
  return `@supports selector(:popover-open){${menu} button{display:inline-block}${menu} ul:not(:popover-open){display:none}
${menu} ul:popover-open{position:absolute;inset:3.2rem max(1rem,calc(50vw - var(--column)/2)) auto auto;display:block;width:max-content;min-width:9rem;padding:.5rem 1.1rem;background:var(--paper);border:1px solid var(--line);border-radius:8px;box-shadow:0 8px 28px rgb(0 0 0/.16)}${menu} ul:popover-open a{display:block;padding:.35rem 0}
@supports (position-area:bottom){${menu} ul:popover-open{position-area:bottom span-left;inset:auto;margin:.35rem 0 0}}}`;
}

const FRAME = `header,main,body>footer{max-width:var(--column);margin:0 auto;padding:0 24px}@media (max-width:43.7rem){header,main,body>footer{padding:0 16px}}
.skip{position:absolute;left:-999rem;background:var(--paper);padding:.5rem 1rem;z-index:1}.skip:focus{left:.5rem;top:.5rem}
header{display:flex;flex-wrap:wrap;align-items:baseline;gap:.25rem 1.5rem;padding-top:1rem;padding-bottom:.75rem}
header ul{display:flex;flex-wrap:wrap;gap:.1rem 1.1rem;list-style:none;margin:0;padding:0}header li{margin:0}
header a{display:inline-block;padding:.2rem 0;color:inherit;text-decoration:none}header a:hover{text-decoration:underline}
header [aria-current]{font-weight:600;text-decoration:underline;text-decoration-color:var(--link);text-decoration-thickness:2px;text-underline-offset:.35em}
.brand{font-weight:700;margin-right:auto}
header [popover]{position:static;width:auto;height:auto;color:inherit;background:none;border:0;max-width:none;overflow:visible}
header button{display:none;margin:0;font:inherit;color:inherit;background:none;border:1px solid var(--line);border-radius:6px;padding:.1rem .6rem;cursor:pointer}header button::after{content:"";display:inline-block;width:.4em;height:.4em;margin:0 0 .2em .5em;border:solid;border-width:0 1.5px 1.5px 0;transform:rotate(45deg)}header button:hover{border-color:var(--ink)}
${folded(".tongues")}@media (max-width:56rem){header{gap:.25rem .5rem}${folded(".pages")}}@media (max-width:26rem){header{font-size:.9375rem}.brand{flex:1 1 8rem}header button{font-size:.875rem;padding:.1rem .5rem}}
.simulated{border-block:1px solid var(--line);max-width:none;margin:0;padding:.5rem 1rem;text-align:center}
main{padding-top:1.5rem;padding-bottom:1rem;container-type:inline-size}section{margin:3rem 0}section section{margin:1.5rem 0}
body>footer{margin-top:3rem;padding-bottom:2rem;color:var(--soft);font-size:.9rem}body>footer::before{content:"";display:block;border-top:1px solid var(--line);margin-bottom:1rem}
body>footer p{margin:.25rem 0;max-width:none}`;

const TABLES = `.wide{position:relative;overflow-x:auto;margin:1rem 0}
table{border-collapse:collapse;width:100%;font-variant-numeric:tabular-nums}
caption{text-align:left;color:var(--soft);font-size:.9rem;padding-bottom:.35rem}
th,td{text-align:left;vertical-align:top;padding:.5rem 1rem .5rem 0;border-bottom:1px solid var(--line)}
thead th{font-size:.85rem;color:var(--soft);font-weight:600}tbody th{font-weight:600}
.number{text-align:right}td.number{white-space:nowrap}
@media (min-width:40.01rem){.number+:not(.number){padding-left:1rem}}
@media (max-width:40rem){.stack thead{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%)}
.stack,.stack tbody{display:block}.stack tr{display:block;padding:.6rem 0;border-bottom:1px solid var(--line)}
.stack th,.stack td{display:block;border:0;padding:.1rem 0}}`;

const PRINT = `@media (prefers-reduced-motion:reduce){html{scroll-behavior:auto}}
@media print{:root{color-scheme:light;${cssDeclarations(LIGHT)}}
body{font-size:10.5pt}header nav,.skip,.screen-only{display:none}section{margin:1.5rem 0}
details::details-content{content-visibility:visible;block-size:auto}h2,h3,caption{break-after:avoid}pre,tr,figure{break-inside:avoid}pre{white-space:pre-wrap}
main a[href^=http]::after{content:" (" attr(href) ")";font-size:.85em;word-break:break-all}}`;

/** What all pages look like. Light and dark follow the reader's system; paper is light. */
export const BASE_STYLE = [COLORS, TEXT, FRAME, TABLES, PRINT].join("\n");

/**
 * The rules by which one of several drawings of different widths is shown: the widest that fits into its column, or the narrowest.
 * @param prefix of their classes, which end in the width
 */
export function widestThatFits(prefix: string, widths: readonly number[]): string {
  const rules = fittingRanges(widths).map((range, i) => `@container ${range}{.${prefix}${widths[i]}{display:block}}`);
  return `${rules.join("")}@supports not (container-type:inline-size){.${prefix}${widths[0]}{display:block}}`;
}

/** For each of several widths in px the widths of a place in which it is the widest that fits, as a media query; the first fits always. */
export function fittingRanges(widths: readonly number[]): readonly string[] {
  return widths.map((width, i) => {
    const next = widths[i + 1];
    const least = i === 0 ? [] : [`(min-width:${width}px)`];
    const most = next === undefined ? [] : [`(max-width:${next - 0.02}px)`];
    return [...least, ...most].join(" and ");
  });
}
