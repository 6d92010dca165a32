import { BASE_CSS } from './base-styles.ts';
import { element } from './element.ts';

const THEME_ATTRIBUTE = 'data-mantine-color-scheme';

/** Creates a shadow root above the page that follows the page's theme. */
export function openRoot(): ShadowRoot {
  const host = element('div', { id: 'touchline-demo-wallet' });
  const root = host.attachShadow({ mode: 'open' });
  addStyles(root, BASE_CSS);
  followTheme(host);
  document.documentElement.append(host);
  return root;
}

/** Adds styles as a constructed style sheet, which a strict CSP allows. */
export function addStyles(root: ShadowRoot, css: string): void {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(css);
  root.adoptedStyleSheets = [...root.adoptedStyleSheets, sheet];
}

function followTheme(host: HTMLElement) {
  const page = document.documentElement;
  const follow = () => {
    host.dataset.theme = page.getAttribute(THEME_ATTRIBUTE) === 'light' ? 'light' : 'dark';
  };
  new MutationObserver(follow).observe(page, { attributeFilter: [THEME_ATTRIBUTE] });
  follow();
}
