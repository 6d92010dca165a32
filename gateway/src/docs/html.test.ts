import { expect, test } from 'vitest';
import { html } from './html.ts';

test('puts text into a page as text', () => {
  const text = `<img src=x onerror="alert('&')">`;
  expect(html`<p>${text}</p>`.text).toBe(
    '<p>&#60;img src=x onerror=&#34;alert(&#39;&#38;&#39;)&#34;&#62;</p>',
  );
  expect(html`${[html`<b>1</b>`, 'a<b', null, undefined, false, 0]}`.text).toBe('<b>1</b>a&#60;b0');
});
