/** Version of the stylesheet in its URL. Increase it with every change, so that browsers do not use a cached one. */
export const stylesheetVersion = "5"

/** Colours have a contrast of at least 4.5:1 (WCAG 2.2, 1.4.3) in light and dark mode. */
export const stylesheet = `:root {
  color-scheme: light dark;
  --text: light-dark(#1b1f24, #e8eaed);
  --quiet: light-dark(#4d5560, #b0b7c0);
  --page: light-dark(#f4f5f7, #16181b);
  --card: light-dark(#ffffff, #202327);
  --line: light-dark(#747c86, #7d8590);
  --act: light-dark(#0b57a4, #8cc2ff);
  --on-act: light-dark(#ffffff, #10141a);
  --wrong: light-dark(#a3121f, #ff9b9b);
  --on-wrong: light-dark(#ffffff, #10141a);
  --right: light-dark(#1a6334, #8fd9a8);
  --on-page: var(--text);
  --field: var(--page);
  --edge: var(--line);
  --link: var(--act);
}
* { box-sizing: border-box; }
body { margin: 0; padding: 1rem; background: var(--page); color: var(--text);
  font: 1rem/1.5 var(--font-family, system-ui), sans-serif; overflow-wrap: anywhere; }
main, footer { max-width: 44rem; margin: 1rem auto; padding: 1.5rem; background: var(--card); border-radius: var(--radius, .5rem); }
.brand, .legal { max-width: 44rem; margin: 1rem auto; padding: 0 1.5rem; color: var(--on-page); }
.brand { font-size: 1.25rem; font-weight: 600; }
.brand img { display: block; max-width: 100%; max-height: 3rem; }
.legal { font-size: .9rem; }
.legal p { margin: .25rem 0; }
.legal a { color: inherit; }
.legal a + a { margin-left: 1rem; }
footer { display: flex; gap: 1rem; justify-content: space-between; align-items: center; padding: .75rem 1.5rem; }
footer p { margin: 0; }
h1 { font-size: 1.5rem; line-height: 1.25; margin: 0 0 1rem; }
h3 { font-size: 1rem; margin: 0; }
h2 { font-size: 1.15rem; margin: 2rem 0 .5rem; }
small, .quiet { color: var(--quiet); font-size: .9rem; }
label { display: block; font-weight: 600; }
input:not([type=hidden]), textarea { width: 100%; font: inherit; padding: .5rem; color: inherit; background: var(--field);
  border: 1px solid var(--edge); border-radius: .25rem; }
button { font: inherit; font-weight: 600; padding: .5rem 1.25rem; border: 2px solid var(--act); border-radius: .25rem;
  background: var(--act); color: var(--on-act); cursor: pointer; }
button.other { background: transparent; border-color: var(--link); color: var(--link); }
button.danger { background: var(--wrong); border-color: var(--wrong); color: var(--on-wrong); }
:focus-visible { outline: 3px solid var(--link); outline-offset: 2px; }
.actions { display: flex; flex-wrap: wrap; gap: .75rem; margin: 1.25rem 0 0; }
.problem { border-left: .3rem solid var(--wrong); padding: .25rem .75rem; color: var(--wrong); }
.done { border-left: .3rem solid var(--right); padding: .25rem .75rem; color: var(--right); }
.risk { color: var(--wrong); font-weight: 600; }
.headline { font-size: 1.15rem; font-weight: 600; }
.line { display: block; }
.lines { margin: .5rem 0; padding: .5rem .75rem; list-style: none; background: var(--field); border-radius: .25rem;
  font: .875rem/1.5 ui-monospace, monospace; }
.lines li { padding: .2rem 0 .2rem 1rem; text-indent: -1rem; }
.lines li + li { border-top: 1px solid light-dark(#dfe2e6, #34383e); }
summary { cursor: pointer; color: var(--link); font-weight: 600; padding: .25rem 0; }
.qr svg { display: block; max-width: 100%; height: auto; border-radius: .25rem; }
.code { font: 600 1.5rem/1.5 ui-monospace, monospace; letter-spacing: .1em; }
.codes { display: grid; grid-template-columns: repeat(auto-fill, minmax(14rem, 1fr)); gap: .25rem 1rem; margin: 1rem 0;
  padding: 1rem; list-style: none; background: var(--field); border-radius: .25rem;
  font: 600 1.05rem/1.75 ui-monospace, monospace; }
.otherwise { margin: 1.5rem 0 0; }
dl { display: grid; grid-template-columns: max-content 1fr; gap: .25rem 1rem; margin: 1rem 0; }
dt { color: var(--quiet); }
dd { margin: 0; }
table { border-collapse: collapse; width: 100%; }
th, td { text-align: left; vertical-align: top; padding: .4rem .75rem .4rem 0; border-bottom: 1px solid var(--line); }
th, dt, button { overflow-wrap: break-word; }
thead th { white-space: nowrap; }
.programs { margin: 0; padding: 0; list-style: none; }
.programs li { padding: 1rem 0; border-bottom: 1px solid var(--line); }
a { color: var(--link); }
@media (max-width: 45rem) {
  .stacked, .stacked tbody, .stacked tr, .stacked th, .stacked td { display: block; }
  .stacked thead { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); }
  .stacked tr { padding: .5rem 0; border-bottom: 1px solid var(--line); }
  .stacked th, .stacked td { padding: .15rem 0; border: 0; }
  .stacked td[data-label]::before { content: attr(data-label); display: block; color: var(--quiet); font-size: .9rem; }
}
@media (max-width: 30rem) {
  body { padding: .5rem; }
  main, footer { padding: 1rem; margin: .5rem auto; }
  footer { padding: .75rem 1rem; flex-wrap: wrap; }
  dl { grid-template-columns: 1fr; }
  dd { margin-bottom: .5rem; }
  .actions button { width: 100%; }
}
`
