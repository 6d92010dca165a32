import type { PageTags } from '../share/share.ts';

/** Renders Open Graph tags (https://ogp.me). */
export function renderPageTags({ title, description, url, image }: PageTags): string {
  const properties: [string, string | number][] = [
    ['og:site_name', 'Touchline'],
    ['og:type', 'website'],
    ['og:title', title],
    ['og:description', description],
    ['og:url', url],
    ['og:image', image.url],
    ['og:image:type', 'image/png'],
    ['og:image:width', image.width],
    ['og:image:height', image.height],
    ['og:image:alt', `${title}. ${description}`],
  ];
  const tags = properties.map(
    ([name, value]) => `<meta property="${name}" content="${escapeAttribute(String(value))}">`,
  );
  return [...tags, '<meta name="twitter:card" content="summary_large_image">'].join('');
}

/** Escapes a text for an HTML attribute in double quotes. */
export const escapeAttribute = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');
