type Child = Node | string | null;

/** Creates an element: `element('button', { type: 'button' }, 'Approve')`. Functions become listeners; false omits an attribute. */
export function element<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  attributes: Record<string, string | boolean | ((event: Event) => void)> = {},
  ...children: Child[]
): HTMLElementTagNameMap[K] {
  const created = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value === 'function') created.addEventListener(name, value);
    else if (value === true) created.setAttribute(name, '');
    else if (value !== false) created.setAttribute(name, value);
  }
  created.append(...children.filter((child) => child !== null));
  return created;
}
