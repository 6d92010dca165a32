import { renderToStaticMarkup } from 'react-dom/server';
import { FirstPaint } from './FirstPaint.tsx';

/** Renders the content of index.html's root. Called by the shell's build. */
export const render = (): string =>
  renderToStaticMarkup(<FirstPaint />)
    .replaceAll(/<template data-part="(\w+)">(.*?)<\/template>/gs, '<!--first:$1-->$2<!--/first-->')
    .replace('{title}', '<!--title-->')
    .replace('{subtitle}', '<!--subtitle-->');
