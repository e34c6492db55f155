/** How the pages of signing in look: the dashboard's colours and letters, one card in the middle. */
export const STYLE = `:root {
  color-scheme: light dark;
  --paper: light-dark(#faf7f0, #14181a);
  --card: light-dark(#ffffff, #1c2224);
  --sunken: light-dark(#f3eee2, #121617);
  --ink: light-dark(#1d2422, #e8e6df);
  --soft: light-dark(#5c6663, #9aa5a1);
  --line: light-dark(#e3dccb, #2c3437);
  --accent: light-dark(#1f4d43, #7fc7b3);
  --on-accent: light-dark(#ffffff, #10201b);
  --warn: light-dark(#8a5a00, #e0b25c);
  --bad: light-dark(#a3302a, #f0958d);
  --sans: system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", Arial, sans-serif;
  --serif: "Iowan Old Style", "Palatino Linotype", Palatino, Georgia, "DejaVu Serif", serif;
  --mono: ui-monospace, "SF Mono", Menlo, Consolas, "DejaVu Sans Mono", monospace;
}
* { box-sizing: border-box; }
body {
  min-height: 100vh; margin: 0; padding: 2rem 1rem; display: grid; place-content: center;
  background: var(--paper); color: var(--ink); font: 1rem / 1.5 var(--sans);
}
main {
  width: min(28rem, calc(100vw - 2rem)); padding: 2rem; background: var(--card);
  border: 1px solid var(--line); border-radius: 0.75rem;
}
.brand { margin: 0 0 1.25rem; color: var(--soft); font: 600 0.9375rem / 1 var(--serif); }
h1 { margin: 0 0 0.75rem; font: 600 1.5rem / 1.25 var(--serif); overflow-wrap: anywhere; }
p { margin: 0 0 1rem; }
.soft { color: var(--soft); font-size: 0.9375rem; }
code { font: 0.9375rem var(--mono); overflow-wrap: anywhere; }
dl { margin: 0 0 1.25rem; padding: 0.875rem 1rem; background: var(--sunken); border-radius: 0.5rem; }
dt { color: var(--soft); font-size: 0.8125rem; }
dd { margin: 0 0 0.5rem; overflow-wrap: anywhere; }
dd:last-child { margin: 0; }
label { display: block; margin: 0 0 1rem; font-weight: 600; }
input[type="text"], input[type="password"] {
  display: block; width: 100%; margin-top: 0.25rem; padding: 0.625rem 0.75rem; color: inherit; font: 400 1rem var(--sans);
  background: var(--paper); border: 1px solid var(--line); border-radius: 0.5rem;
}
fieldset { margin: 0 0 1.25rem; padding: 0; border: 0; }
legend { margin-bottom: 0.5rem; padding: 0; font-weight: 600; }
label.choice { display: flex; gap: 0.625rem; margin: 0 0 0.375rem; font-weight: 400; }
input[type="checkbox"] { width: 1.125rem; height: 1.125rem; margin: 0.1875rem 0 0; accent-color: var(--accent); }
.notice { padding: 0.75rem 1rem; border-left: 3px solid var(--warn); background: var(--sunken); border-radius: 0.25rem; }
.notice.bad { border-color: var(--bad); }
.actions { display: flex; flex-wrap: wrap; gap: 0.75rem; }
button {
  flex: 1; padding: 0.6875rem 1rem; font: 600 1rem var(--sans); cursor: pointer; border-radius: 0.5rem;
  color: var(--ink); background: transparent; border: 1px solid var(--line);
}
button.quiet { flex: none; padding: 0; border: 0; color: var(--accent); font: 0.9375rem var(--sans); text-decoration: underline; }
button.main { color: var(--on-accent); background: var(--accent); border-color: var(--accent); }
:is(input, button):focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; }
.or { margin: 1.25rem 0; color: var(--soft); text-align: center; font-size: 0.875rem; }
`;
