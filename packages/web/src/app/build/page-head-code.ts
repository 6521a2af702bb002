interface Node {
  readonly type: string
  readonly start: number
  readonly end: number
}

interface Property extends Node {
  readonly key?: Node & { readonly name?: string }
  readonly value?: Node
}

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string'

const propertiesOf = (node: Node): readonly Property[] =>
  'properties' in node && Array.isArray(node.properties) ? node.properties.filter(isNode) : []

const pagesIn = (node: Node): Node[] => {
  const below = Object.values(node)
    .flatMap((value) => (Array.isArray(value) ? value : [value]))
    .filter(isNode)
  const names = propertiesOf(node).map(({ key }) => key?.name)
  return [...(names.includes('head') && names.includes('View') ? [node] : []), ...below.flatMap(pagesIn)]
}

/** Leaves out of audience pages what only the server asks of them: browsers need not load how a head is written. */
export const withoutHeads = (code: string, program: Node): string => {
  const heads = pagesIn(program).flatMap((page) => {
    const head = propertiesOf(page).find(({ key }) => key?.name === 'head')?.value
    return head === undefined ? [] : [head]
  })
  return heads
    .toSorted((a, b) => b.start - a.start)
    .reduce((before, { start, end }) => `${before.slice(0, start)}() => ({ title: '' })${before.slice(end)}`, code)
}
