/** The page's style: the colours of the product in both themes, without any font or picture of its own. */
export const STYLE = `
:root { color-scheme: dark light; --ground: #0B0F14; --surface: #121821; --line: #263141; --text: #E8EDF4;
  --muted: #93A3B6; --grass: #2BD576; --info: #6CB6FF; --warn: #FFA94D; --danger: #FF6170; }
@media (prefers-color-scheme: light) {
  :root { --ground: #F5F7FA; --surface: #FFFFFF; --line: #D8E0E9; --text: #10161E; --muted: #55647A; --grass: #0B7A3D;
    --info: #1667B7; --warn: #8A4A00; --danger: #B91F36; }
}
* { box-sizing: border-box; }
html { scroll-padding-top: 1rem; scroll-behavior: smooth; }
@media (prefers-reduced-motion: reduce) { html { scroll-behavior: auto; } }
body { margin: 0; background: var(--ground); color: var(--text); font: 16px/1.5 system-ui, sans-serif; }
a { color: inherit; text-decoration-color: var(--muted); text-underline-offset: 0.2em; }
a:focus-visible { outline: 2px solid var(--grass); outline-offset: 2px; }
code { font: 0.9em ui-monospace, monospace; overflow-wrap: anywhere; }
nav { padding: 1rem; border-bottom: 1px solid var(--line); font-size: 0.875rem; }
nav h2 { margin: 1rem 0 0.25rem; font-size: 0.875rem; }
nav ul { margin: 0; padding: 0; list-style: none; }
nav li a { display: block; padding: 0.25rem 0; text-decoration: none; overflow-wrap: anywhere; }
nav li a:hover { text-decoration: underline; }
.home { margin: 0; font-weight: 700; }
main { padding: 1rem; max-width: 60rem; }
h1 { margin: 0; } h1 small { color: var(--muted); font-weight: 400; }
h2 { margin: 2.5rem 0 0.5rem; text-transform: capitalize; } nav h2 a { text-decoration: none; }
h3 { margin: 0; font-size: 1.0625rem; overflow-wrap: anywhere; }
h4 { margin: 1rem 0 0.25rem; font-size: 0.875rem; color: var(--muted); }
section { margin: 1rem 0; padding: 1rem; background: var(--surface); border: 1px solid var(--line); border-radius: 8px; }
section:target { border-color: var(--grass); }
section p { margin: 0.25rem 0; }
b { font: 700 0.8em ui-monospace, monospace; }
.GET { color: var(--info); } .POST { color: var(--grass); } .PUT { color: var(--warn); } .DELETE { color: var(--danger); }
.who { color: var(--muted); font-size: 0.875rem; }
.type, i { color: var(--muted); font-size: 0.875rem; font-style: normal; overflow-wrap: anywhere; }
.fields, .kinds { margin: 0; padding-left: 1rem; border-left: 1px solid var(--line); list-style: none; }
.kinds > li + li { margin-top: 0.5rem; padding-top: 0.5rem; border-top: 1px solid var(--line); }
.fields li { padding: 0.125rem 0; }
.refusals { margin: 0; padding: 0; list-style: none; font-size: 0.875rem; }
table { border-collapse: collapse; } th, td { padding: 0.25rem 1.5rem 0.25rem 0; text-align: left; border-bottom: 1px solid var(--line); }
@media (min-width: 64rem) {
  body { display: grid; grid-template-columns: 20rem 1fr; }
  nav { position: sticky; top: 0; height: 100vh; overflow-y: auto; border: 0; border-right: 1px solid var(--line); }
  main { padding: 2rem; }
}
`;
