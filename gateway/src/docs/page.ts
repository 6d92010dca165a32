import type { OpenApiDocument, Operation } from '@touchline/api/openapi/document';
import { Html, html } from './html.ts';
import { schemaHtml, typeOf } from './schema-html.ts';
import { STYLE } from './style.ts';

/** The API document as one page without any script. */
export function docsPage(document: OpenApiDocument): string {
  const { info, tags, components } = document;
  const page = html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="dark light">
<title>${info.title}</title>
<link rel="icon" href="/favicon.svg" type="image/svg+xml">
<style>${new Html(STYLE)}</style>
</head>
<body>
<nav aria-label="Calls">
<p class="home"><a href="/">Touchline</a></p>
${tags.map(({ name }) => contents(name, callsOf(document, name)))}
<ul><li><a href="#schemas">Schemas</a></li><li><a href="#errors">Error codes</a></li></ul>
</nav>
<main>
<h1>${info.title} <small>${info.version}</small></h1>
<p>${ticked(info.description)}</p>
<p>Below <code>${document.servers[0]?.url}</code>. For programs: <a href="openapi.json">openapi.json</a>.</p>
${tags.map(({ name }) => html`<h2 id="tag-${name}">${name}</h2>${callsOf(document, name).map(callHtml)}`)}
<h2 id="schemas">Schemas</h2>
${Object.entries(components.schemas).map(
  ([name, schema]) => html`<section id="schema-${name}"><h3>${name}</h3>${schemaHtml(schema)}</section>`,
)}
<h2 id="errors">Error codes</h2>
<table><thead><tr><th>Code</th><th>Status</th></tr></thead><tbody>
${Object.entries(document['x-error-codes']).map(
  ([code, status]) => html`<tr><td><code>${code}</code></td><td>${status}</td></tr>`,
)}
</tbody></table>
</main>
</body>
</html>`;
  return page.text;
}

interface Call {
  method: string;
  path: string;
  operation: Operation;
}

function callsOf({ paths }: OpenApiDocument, tag: string): Call[] {
  return Object.entries(paths)
    .flatMap(([path, methods]) =>
      Object.entries(methods)
        .filter(([, operation]) => operation.tags.includes(tag))
        .map(([method, operation]) => ({ method: method.toUpperCase(), path, operation })),
    )
    .sort((a, b) => a.path.localeCompare(b.path));
}

function contents(tag: string, calls: Call[]): Html {
  return html`<h2><a href="#tag-${tag}">${tag}</a></h2><ul>${calls.map(
    ({ method, path, operation }) =>
      html`<li><a href="#${operation.operationId}"><b class="${method}">${method}</b> ${path}</a></li>`,
  )}</ul>`;
}

const WHO = {
  none: 'Everybody',
  optional: 'Everybody; signed in, more is told',
  player: 'Signed in',
  admin: 'Administrators',
} as const;

function callHtml({ method, path, operation }: Call): Html {
  const { parameters, requestBody, responses } = operation;
  const body = requestBody?.content['application/json']?.schema;
  const answers = Object.entries(responses);
  return html`<section id="${operation.operationId}">
<h3><b class="${method}">${method}</b> <code>${path}</code></h3>
<p>${operation.summary}</p>
<p class="who">${WHO[operation['x-auth']]}</p>
${
  parameters.length > 0 &&
  html`<h4>Parameters</h4><ul class="fields">${parameters.map(
    (one) => html`<li><code>${one.name}</code> <i>${one.in}${one.required ? '' : ', optional'}</i>
      <span class="type">${one.schema.description ?? typeOf(one.schema)}</span></li>`,
  )}</ul>`
}
${body && html`<h4>Body</h4>${schemaHtml(body)}`}
${answers
  .filter(([status]) => status < '300')
  .map(
    ([status, { description, content = {} }], index) =>
      html`<h4>${status} ${description}</h4>${
        // The envelope is told once, at the top; other statuses of success carry the same.
        index === 0 &&
        Object.entries(content).map(([type, { schema }]) =>
          type === 'application/json' && schema.properties?.data
            ? schemaHtml(schema.properties.data as typeof schema)
            : html`<p class="type">${type}</p>${schemaHtml(schema)}`,
        )
      }`,
  )}
<h4>Refusals</h4>
<ul class="refusals">${answers
    .filter(([status]) => status >= '400')
    .map(
      ([status, { description }]) => html`<li>${status} <span class="type">${description}</span></li>`,
    )}</ul>
</section>`;
}

/** Text with \`code\` in it. */
function ticked(text: string): Html {
  const parts = text
    .split('`')
    .map((part, index) => (index % 2 ? html`<code>${part}</code>` : html`${part}`));
  return html`${parts}`;
}
