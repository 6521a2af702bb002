export interface Operation {
  readonly operationId: string
  readonly tags: readonly string[]
  readonly security: readonly object[]
  readonly summary: string
  readonly description: string
  readonly parameters: readonly { name: string; in: string; required: boolean; schema: object }[]
  readonly requestBody?: { required: boolean; content: Record<string, { schema: object }> }
  readonly responses: Record<string, { description: string; content?: Record<string, { schema: object }> }>
}

export interface OpenApiDocument {
  readonly openapi: string
  readonly components: { readonly schemas: Readonly<Record<string, object>>; readonly securitySchemes: object }
  readonly info: { title: string; version: string }
  readonly servers: readonly { url: string }[]
  readonly tags: readonly { name: string }[]
  readonly paths: Record<string, Record<string, Operation>>
}

const escaped = (text: string): string =>
  text.replace(/[&<>"]/g, (sign) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' })[sign] ?? sign)
/** A schema to read; what is shared is a link to where it stands. */
const json = (value: object): string =>
  `<pre>${escaped(JSON.stringify(value, null, 2)).replace(
    /#\/components\/schemas\/(\w+)/g,
    (reference, name: string) => `<a href="#${name}">${reference}</a>`,
  )}</pre>`

const style = `body{font:14px/22px system-ui,sans-serif;margin:0 auto;max-width:960px;padding:32px 20px;color:#16181d;background:#fff}
h1{font-size:24px;line-height:32px;margin:0 0 4px}p{margin:0 0 16px;color:#4b5160}details{border-top:1px solid #e4e6eb}
summary{padding:12px 0;cursor:pointer}summary:focus-visible{outline:2px solid #4f46e5}code,b{font-family:ui-monospace,monospace}
b{display:inline-block;min-width:56px}pre{background:#f4f5f7;border-radius:8px;padding:12px;overflow:auto;font-size:12px;line-height:18px}
h2{font-size:16px;margin:32px 0 8px}h3{font-size:14px;margin:12px 0 4px}table{border-collapse:collapse}td{padding:2px 16px 2px 0;vertical-align:top}`

const operationHtml = (base: string, path: string, method: string, operation: Operation): string => {
  const parameters = operation.parameters
    .map(
      (each) =>
        `<tr><td><code>${escaped(each.name)}</code></td><td>${each.in}${each.required ? ', required' : ''}</td><td><code>${escaped(JSON.stringify(each.schema))}</code></td></tr>`,
    )
    .join('')
  const body = Object.entries(operation.requestBody?.content ?? {})
    .map(([type, { schema }]) => `<h3>Body, ${escaped(type)}</h3>${json(schema)}`)
    .join('')
  const responses = Object.entries(operation.responses)
    .map(([status, { description, content }]) =>
      status === '200'
        ? `<h3>Answer</h3>${json(Object.values(content ?? {})[0]?.schema ?? {})}`
        : `<div><b>${status}</b> ${escaped(description)}</div>`,
    )
    .join('')
  return `<details id="${escaped(operation.operationId)}"><summary><b>${method.toUpperCase()}</b> <code>${escaped(base + path)}</code><br>${escaped(operation.summary)}</summary><p>${escaped(operation.description)}</p>${parameters ? `<h3>Parameters</h3><table>${parameters}</table>` : ''}${body}${responses}</details>`
}

/** A page to read an OpenAPI document by: no scripts, everything in it. */
export const openApiPage = (document: OpenApiDocument): string => {
  const base = document.servers[0]?.url ?? ''
  const calls = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      tag: operation.tags[0],
      html: operationHtml(base, path, method, operation),
    })),
  )
  const groups = document.tags.map(
    ({ name }) => `<h2>${escaped(name)}</h2>${calls.flatMap(({ tag, html }) => (tag === name ? [html] : [])).join('')}`,
  )
  const schemas = Object.entries(document.components.schemas).map(
    ([name, schema]) => `<details><summary><code id="${name}">${name}</code></summary>${json(schema)}</details>`,
  )
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escaped(document.info.title)}</title><style>${style}</style></head><body><main><h1>${escaped(document.info.title)}</h1><p>Version ${escaped(document.info.version)} · <a href="${base}/openapi.json">OpenAPI 3.1</a></p>${groups.join('')}<h2>Schemas</h2>${schemas.join('')}</main></body></html>`
}
