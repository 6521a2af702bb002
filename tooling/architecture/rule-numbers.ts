import { type ESTree, Visitor } from 'vite'
import { parseSource } from './source.ts'
import { codeFiles, isTest, lineAt, type Offences, type Tree } from './tree.ts'

export interface TestTitle {
  readonly path: string
  readonly line: number
  /** As it is written, without its quotes. */
  readonly title: string
  /** Where it is written, without its quotes: offsets into the file. */
  readonly start: number
  readonly end: number
  /** `ORDER-17`, if it starts with one. */
  readonly number: string | undefined
  /** What follows the number. */
  readonly text: string
}

/** Titles of `test(…)` and `it(…)`, also of `.each`, `.for` and the like. */
export const testTitles = (tree: Tree): TestTitle[] =>
  codeFiles(tree)
    .filter(isTest)
    .flatMap((path) => {
      const source = tree.get(path) ?? ''
      const found: TestTitle[] = []
      new Visitor({
        CallExpression({ callee, arguments: args, start }) {
          const [first] = args
          if (!isTestFunction(callee) || first === undefined || !isText(first)) return
          const place = { start: first.start + 1, end: first.end - 1 }
          const title = source.slice(place.start, place.end)
          const [, number, text = title] = /^([A-Z]+(?:-[A-Z]+)*-\d+)[\s,:]+(.*)$/s.exec(title) ?? []
          found.push({ path, line: lineAt(source, start), title, ...place, number, text })
        },
      }).visit(parseSource(path, source).program)
      return found
    })

/** `test`, `it.concurrent`, `it.skipIf(…)`, `test.each([…])`: what takes a title. */
const isTestFunction = (callee: ESTree.Expression): boolean => {
  if (callee.type === 'Identifier') return callee.name === 'test' || callee.name === 'it'
  if (callee.type === 'MemberExpression') return isMember(callee, kinds)
  if (callee.type === 'CallExpression')
    return callee.callee.type === 'MemberExpression' && isMember(callee.callee, makers)
  return (
    callee.type === 'TaggedTemplateExpression' && callee.tag.type === 'MemberExpression' && isMember(callee.tag, makers)
  )
}

const kinds = /^(only|skip|todo|concurrent|sequential|fails)$/
/** Members that take a table or a condition and give back what takes the title. */
const makers = /^(each|for|skipIf|runIf)$/

const isMember = ({ object, property }: ESTree.MemberExpression, names: RegExp): boolean =>
  property.type === 'Identifier' && names.test(property.name) && isTestFunction(object)

const isText = (node: ESTree.Argument): boolean =>
  (node.type === 'Literal' && typeof node.value === 'string') || node.type === 'TemplateLiteral'

/** Rooms of the layout whose folder names what is proven there. */
const rooms = [
  /^packages\/contract\/src\/([a-z-]+)\//,
  /^packages\/server\/src\/modules\/([a-z-]+)\//,
  /^packages\/server\/src\/platform\/([a-z-]+)\//,
  /^packages\/web\/src\/features\/([a-z-]+)\//,
  /^packages\/web\/src\/lib\/([a-z-]+)\//,
]
/** Rooms that are one subject, whatever folders they have. */
const wholeRooms: readonly (readonly [folder: string, area: string])[] = [
  ['packages/contract/', 'contract'],
  ['packages/server/src/platform/', 'platform'],
  ['packages/server/src/surfaces/', 'surfaces'],
  ['packages/server/seed/', 'demo'],
  ['packages/server/', 'server'],
  ['packages/web/src/ui/', 'ui'],
  ['packages/web/src/resource/', 'resource'],
  ['packages/web/', 'app'],
]

/**
 * What a test file is about: its slug, or its room where no slug is; undefined for the tools' own tests, which prove no
 * behaviour of the product. A journey is about the slug that it is named after, if there is one.
 */
export const areaOf = (path: string, slugs: ReadonlySet<string>): string | undefined => {
  const journey = /^e2e\/(.+)\.e2e\.ts$/.exec(path)?.[1]
  if (journey !== undefined) return slugs.has(journey) ? journey : 'journey'
  for (const room of rooms) {
    const slug = room.exec(path)?.[1]
    if (slug !== undefined) return slug
  }
  return wholeRooms.find(([folder]) => path.startsWith(folder))?.[1]
}

export const slugsOf = (tree: Tree): ReadonlySet<string> =>
  new Set([...tree.keys()].flatMap((path) => /^packages\/contract\/src\/([a-z-]+)\//.exec(path)?.[1] ?? []))

const prefixOf = (area: string): string => area.toUpperCase()

interface Rule extends TestTitle {
  readonly area: string
}

const productTitles = (tree: Tree): Rule[] => {
  const slugs = slugsOf(tree)
  return testTitles(tree).flatMap((title) => {
    const area = areaOf(title.path, slugs)
    return area === undefined ? [] : [{ ...title, area }]
  })
}

const numberIn = (number: string): number => Number(/\d+$/.exec(number)?.[0] ?? 0)

/** What the titles say: a heading for each area, its rules by number. */
export const rulesText = (tree: Tree): string => {
  const areas = Map.groupBy(
    productTitles(tree).filter(({ number }) => number !== undefined),
    ({ area }) => area,
  )
  const sections = [...areas]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([area, rules]) => {
      const lines = rules
        .toSorted((a, b) => numberIn(a.number ?? '') - numberIn(b.number ?? ''))
        .map(({ number, text }) => `- **${number}** ${spoken(text)}`)
      return `## ${area}\n\n${lines.join('\n')}\n`
    })
  return `# Rules\n\nWhat Kaimai promises. Each line is the title of the test that proves it.\n\n${sections.join('\n')}`
}

/** A title without the marks of a test's language: what differs from case to case is an ellipsis. */
const spoken = (text: string): string =>
  text
    .replace(/\$\{[^}]*\}|%[sdifjo#]|\$[a-z]\w*(?:\.\w+)*/g, '…')
    .replace(/\\(['"`\\])/g, '$1')
    .replace(/\s+/g, ' ')

/** Tests of the product start with a number whose prefix is their slug, and no number stands twice. */
export const checkTestTitles = (tree: Tree): Offences => {
  const first = new Map<string, string>()
  return productTitles(tree).flatMap(({ path, line, title, number, area }) => {
    const place = `${path}:${line}`
    if (number === undefined) return [`${place} starts with no rule number: ${title}`]
    const prefix = number.replace(/-\d+$/, '')
    if (prefix !== prefixOf(area))
      return [`${place} is about ${area}, its number must be ${prefixOf(area)}-…: ${title}`]
    const twin = first.get(number)
    first.set(number, twin ?? place)
    return twin === undefined ? [] : [`${place} ${number} stands in ${twin} too`]
  })
}

/**
 * Gives each test of the product a number of its own area where it has none, another's, or one that stands twice; what
 * is right stays. Answers the files that change, and the old numbers with what stands for them now.
 */
export const renumbered = (tree: Tree): { files: Map<string, string>; moved: Map<string, string> } => {
  const rules = productTitles(tree)
  const isOwn = ({ number, area }: Rule) => number?.replace(/-\d+$/, '') === prefixOf(area)
  const taken = new Set<string>()
  const right = new Set<Rule>()
  for (const rule of rules) {
    if (rule.number === undefined || !isOwn(rule) || taken.has(rule.number)) continue
    taken.add(rule.number)
    right.add(rule)
  }
  const next = new Map<string, number>()
  const freeNumber = (area: string): string => {
    for (let number = next.get(area) ?? 1; ; number++) {
      const wanted = `${prefixOf(area)}-${number}`
      if (taken.has(wanted)) continue
      taken.add(wanted)
      next.set(area, number + 1)
      return wanted
    }
  }
  const moved = new Map<string, string>()
  const files = new Map<string, string>()
  for (const [path, inFile] of Map.groupBy(rules, ({ path: file }) => file)) {
    const changes = inFile.flatMap((rule) => {
      const number = right.has(rule) && rule.number !== undefined ? rule.number : freeNumber(rule.area)
      if (rule.number !== undefined && !right.has(rule) && !right.has(ownerOf(rule)) && !moved.has(rule.number))
        moved.set(rule.number, number)
      const title = `${number} ${rule.text.charAt(0).toUpperCase()}${rule.text.slice(1)}`
      return title === rule.title ? [] : [{ ...rule, title }]
    })
    let source = tree.get(path) ?? ''
    for (const { start, end, title } of changes.toReversed())
      source = source.slice(0, start) + title + source.slice(end)
    if (changes.length > 0) files.set(path, source)
  }
  return { files, moved }

  function ownerOf(rule: Rule): Rule {
    return rules.find((other) => other.number === rule.number && right.has(other)) ?? rule
  }
}
