import type { Rolldown } from 'vite'

/** What a file more costs a page, in bytes on the wire: its name, its imports, and what compression no longer sees twice. */
const fileCost = 200
/** Of a module's bytes before they are made small, about what goes over the wire. */
const shrunk = 0.18

/** A page that begins with a file counts fully, and those that most visitors come to more; one that may fetch it later little. */
const weightOfPage = { first: 1, most: 3, late: 0.05 } as const
const mostVisited = /\/(sign-up|room)\.audience\.tsx$/

/** Modules that go into one file. */
interface Part {
  readonly modules: readonly string[]
  /** On the wire, about. */
  readonly size: number
  /** By page, as above. */
  readonly weights: ReadonlyMap<string, number>
  /** Names of the draft's files that it is made of, and of those that these import. */
  readonly files: ReadonlySet<string>
  readonly imports: ReadonlySet<string>
}

type Chunk = Rolldown.OutputChunk

const pageFile = /\.audience\.tsx$/

const reached = (
  chunks: ReadonlyMap<string, Chunk>,
  starts: readonly string[],
  lates: boolean,
): ReadonlySet<string> => {
  const seen = new Set<string>()
  const walk = (name: string): void => {
    const chunk = chunks.get(name)
    if (!chunk || seen.has(name)) return
    seen.add(name)
    for (const below of chunk.imports) walk(below)
    if (lates) for (const below of chunk.dynamicImports) walk(below)
  }
  for (const start of starts) walk(start)
  return seen
}

/** The draft's files. Those that don't move have no modules: they only stand between others. */
const partsOf = (draft: Rolldown.RolldownOutput, everywhere: readonly string[], settled: readonly string[]): Part[] => {
  const chunks = new Map(
    draft.output.flatMap((each) => (each.type === 'chunk' ? [[each.fileName, each] as const] : [])),
  )
  const started = [...chunks.values()].filter(({ facadeModuleId }) =>
    everywhere.some((file) => facadeModuleId?.endsWith(file) === true),
  )
  const pages = [...chunks.values()]
    .filter(({ facadeModuleId }) => pageFile.test(facadeModuleId ?? ''))
    .map(({ fileName, facadeModuleId }) => ({
      page: fileName,
      weight: mostVisited.test(facadeModuleId ?? '') ? weightOfPage.most : weightOfPage.first,
      first: reached(chunks, [fileName, ...started.map((each) => each.fileName)], false),
      late: reached(chunks, [fileName], true),
    }))
  return [...chunks.values()].map(({ fileName, name, facadeModuleId, modules, imports }) => {
    const isFirst = pages.some(({ first }) => first.has(fileName))
    const moves = isFirst && facadeModuleId === null && !settled.includes(name)
    const weights = new Map<string, number>()
    for (const { page, weight, first, late } of pages)
      if (first.has(fileName)) weights.set(page, weight)
      else if (late.has(fileName)) weights.set(page, weightOfPage.late)
    return {
      modules: moves ? Object.keys(modules) : [],
      size: Object.values(modules).reduce((sum, { renderedLength }) => sum + renderedLength, 0) * shrunk,
      weights,
      files: new Set([fileName]),
      imports: new Set(imports),
    }
  })
}

const weightOf = ({ weights }: Part): number => [...weights.values()].reduce((sum, weight) => sum + weight, 0)

const costOf = (part: Part): number => weightOf(part) * (part.size + fileCost)

const joined = (a: Part, b: Part): Part => ({
  modules: [...a.modules, ...b.modules],
  size: a.size + b.size,
  weights: new Map(
    [...a.weights.keys(), ...b.weights.keys()].map((page) => [
      page,
      Math.max(a.weights.get(page) ?? 0, b.weights.get(page) ?? 0),
    ]),
  ),
  files: a.files.union(b.files),
  imports: a.imports.union(b.imports),
})

/** Whether a part imports another by way of a third: joined, these two and the third would import each other. */
const byAnother = (parts: readonly Part[], from: Part, to: Part): boolean => {
  const seen = new Set<Part>([from])
  const walk = (part: Part): boolean =>
    parts.some((next) => {
      if (seen.has(next) || part.imports.isDisjointFrom(next.files) || (part === from && next === to)) return false
      if (next === to) return true
      seen.add(next)
      return walk(next)
    })
  return walk(from)
}

const bestPair = (parts: readonly Part[]): readonly [Part, Part] | undefined => {
  let best: { readonly gain: number; readonly pair: readonly [Part, Part] } | undefined
  const moving = parts.filter(({ modules }) => modules.length > 0)
  moving.forEach((a, index) => {
    for (const b of moving.slice(index + 1)) {
      const gain = costOf(a) + costOf(b) - costOf(joined(a, b))
      if (gain <= (best?.gain ?? 0) || byAnother(parts, a, b) || byAnother(parts, b, a)) continue
      best = { gain, pair: [a, b] }
    }
  })
  return best?.pair
}

/**
 * Which file a module goes into of those that pages begin with. The bundler's own way makes a file for each set of pages
 * and later parts that share something: a room began with 38 of them, which cost it 8 KB. Here files are joined as long as
 * all pages together gain by it.
 * @param draft the same build with a file for each such set
 * @param everywhere files of the sources that every page begins with
 * @param settled names of the draft's files that stay as they are
 */
export const pageParts = (
  draft: Rolldown.RolldownOutput,
  everywhere: readonly string[],
  settled: readonly string[],
): ReadonlyMap<string, string> => {
  let parts = partsOf(draft, everywhere, settled)
  for (let pair = bestPair(parts); pair; pair = bestPair(parts)) {
    const [a, b] = pair
    parts = [...parts.filter((part) => part !== a && part !== b), joined(a, b)]
  }
  return new Map(parts.flatMap(({ modules }, index) => modules.map((id) => [id, `part~${index}`] as const)))
}
