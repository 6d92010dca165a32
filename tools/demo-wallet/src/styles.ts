/** Styles of the dialogs and the dock's panel. */
export const CSS = `
dialog {
  width: min(440px, calc(100vw - 24px)); max-height: min(720px, calc(100dvh - 24px)); padding: 0; margin: auto;
  flex-direction: column; overflow: hidden; color: var(--text); background: var(--surface);
  border: 1px solid var(--line); border-radius: 16px; box-shadow: 0 24px 64px rgb(0 0 0 / 45%);
}
dialog[open] { display: flex; animation: rise 160ms ease-out; }
dialog::backdrop { background: rgb(4 7 11 / 62%); }
@keyframes rise { from { opacity: 0; transform: translateY(8px); } }
header { padding: 18px 20px 12px; border-bottom: 1px solid var(--line); }
.brand {
  display: inline-flex; align-items: center; gap: 8px; color: var(--muted); font-size: 12px; font-weight: 600;
  letter-spacing: 0.06em; text-transform: uppercase;
}
.brand::before {
  content: ''; width: 10px; height: 10px; border-radius: 50%; background: var(--grass);
  box-shadow: 0 0 0 3px color-mix(in srgb, var(--grass) 25%, transparent);
}
h2 {
  margin: 6px 0 0; font: 600 24px/1.15 'Barlow Condensed', 'Inter Variable', system-ui, sans-serif;
  overflow-wrap: anywhere;
}
.body { padding: 14px 20px; overflow: auto; overscroll-behavior: contain; }
p { margin: 0 0 12px; color: var(--muted); }
p:empty { display: none; }
.warning { color: var(--warn); font-weight: 600; }
pre {
  margin: 0; padding: 12px; max-height: 320px; overflow: auto; white-space: pre-wrap; overflow-wrap: anywhere;
  font: 13px/1.5 ui-monospace, 'SF Mono', Menlo, Consolas, monospace; background: var(--raised);
  border: 1px solid var(--line); border-radius: 10px;
}
fieldset { margin: 0 0 12px; padding: 0; border: 0; min-width: 0; }
legend { padding: 0 0 6px; color: var(--muted); font-size: 13px; font-weight: 600; }
.accounts { display: grid; gap: 4px; }
label {
  display: flex; align-items: center; gap: 10px; min-height: 44px; padding: 6px 12px; cursor: pointer;
  border: 1px solid transparent; border-radius: 10px;
}
.accounts label { background: var(--raised); }
label:hover { border-color: var(--line); }
.accounts label:has(:checked) {
  border-color: var(--grass); background: color-mix(in srgb, var(--grass) 12%, var(--raised));
}
label:has(:focus-visible) { outline: 2px solid var(--info); outline-offset: 1px; }
input { width: 18px; height: 18px; margin: 0; flex: none; accent-color: var(--grass); }
input:focus-visible { outline: none; }
.name { flex: 1; font-weight: 600; }
code { color: var(--muted); font: 13px ui-monospace, 'SF Mono', Menlo, Consolas, monospace; }
summary { min-height: 44px; padding: 11px 0; color: var(--muted); cursor: pointer; }
dl { display: grid; grid-template-columns: auto 1fr; gap: 10px 16px; margin: 0 0 12px; }
dt { color: var(--muted); }
dd { margin: 0; font-weight: 600; overflow-wrap: anywhere; font-variant-numeric: tabular-nums; }
footer { display: flex; flex-wrap: wrap; gap: 10px; padding: 14px 20px 18px; border-top: 1px solid var(--line); }
footer button {
  flex: 1; min-height: 44px; padding: 0 14px; font-weight: 600; border: 1px solid var(--line); border-radius: 10px;
  color: var(--text); background: var(--raised); white-space: nowrap;
}
footer .primary { color: var(--on-grass); background: var(--grass); border-color: var(--grass); }
footer .danger { color: var(--danger); }
footer button:hover { filter: brightness(1.08); }
summary:focus-visible { outline-offset: -2px; }
.panel {
  position: fixed; left: 12px; bottom: 53px; overflow: auto;
  width: min(340px, calc(100vw - 24px)); max-height: calc(100dvh - 65px); padding: 14px;
  color: var(--text); background: var(--surface); border: 1px solid var(--line); border-radius: 16px;
  box-shadow: 0 12px 40px rgb(0 0 0 / 40%);
}
.panel p { margin: 0 0 8px; }
.panel .note { margin: 10px 0 0; font-size: 13px; }
.moves { display: flex; flex-wrap: wrap; gap: 6px; margin-bottom: 6px; }
.panel button {
  min-height: 40px; padding: 0 12px; color: var(--text); font-weight: 600; background: var(--raised);
  border: 1px solid var(--line); border-radius: 10px;
}
.panel [aria-pressed='true'] {
  border-color: var(--grass); background: color-mix(in srgb, var(--grass) 14%, var(--raised));
}
.people, .rows { display: grid; gap: 4px; }
.people { margin-top: 8px; }
.rows { max-height: 216px; overflow: auto; overscroll-behavior: contain; }
.legend { color: var(--muted); font-size: 13px; font-weight: 600; }
.panel :is(.moves button) { padding: 0 10px; font-size: 14px; }
.panel .account { display: flex; align-items: center; justify-content: space-between; gap: 10px; text-align: left; }
@media print { .panel { display: none; } }
@media (prefers-reduced-motion: reduce) { dialog[open] { animation: none; } }
`;
