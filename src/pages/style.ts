/** The style of all pages. Light and dark follow the reader's system; contrast is at least 4.5 to 1 in both. */
export const STYLE = `:root{color-scheme:light dark;--ink:#1b1f24;--soft:#57606a;--paper:#fff;--line:#d0d7de;--mark:#8a4b00;--link:#0550ae}
@media (prefers-color-scheme:dark){:root{--ink:#e6edf3;--soft:#9aa5b1;--paper:#0f141a;--line:#30363d;--mark:#f0b429;--link:#79b8ff}}
body{margin:0 auto;max-width:44rem;padding:2rem 1.25rem;font:1rem/1.6 system-ui,sans-serif;color:var(--ink);background:var(--paper)}
h1{font-size:1.5rem;margin:0 0 .25rem}h2{font-size:1.1rem;margin:2rem 0 .5rem}
a{color:var(--link)}p,dl{margin:.5rem 0}.soft,footer{color:var(--soft)}
.score{font-size:3.5rem;font-weight:600;line-height:1.1;margin:1.5rem 0 0;font-variant-numeric:tabular-nums}
.mark{color:var(--mark);font-weight:600}
dl{display:grid;grid-template-columns:max-content 1fr;gap:.15rem 1rem}dt{color:var(--soft)}dd{margin:0}dd small{font-size:.85rem}
@media (max-width:30rem){dl{grid-template-columns:1fr;gap:0}dd{margin-bottom:.5rem}}
pre{overflow-x:auto;border:1px solid var(--line);border-radius:6px;padding:.75rem}
table{border-collapse:collapse;width:100%}th,td{text-align:left;vertical-align:top;padding:.5rem .75rem .5rem 0;border-bottom:1px solid var(--line)}
.wide{overflow-x:auto}footer{margin-top:2.5rem;border-top:1px solid var(--line);padding-top:.75rem;font-size:.9rem}`;
