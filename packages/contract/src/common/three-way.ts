type Fields = Readonly<Record<string, unknown>>

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Equal by value; a field that is missing equals one that is undefined, the order of fields says nothing. */
export const isSameValue = (a: unknown, b: unknown): boolean => {
  if (Object.is(a, b)) return true
  if (Array.isArray(a) && Array.isArray(b))
    return a.length === b.length && a.every((item, index) => isSameValue(item, b[index]))
  if (!isFields(a) || !isFields(b)) return false
  return [...new Set([...Object.keys(a), ...Object.keys(b)])].every((key) =>
    isSameValue(fieldOf(a, key), fieldOf(b, key)),
  )
}

const fieldOf = (fields: Fields, key: string): unknown => (Object.hasOwn(fields, key) ? fields[key] : undefined)

export type MergeSide = 'mine' | 'theirs'

/** A value that both sides changed, each in its own way; undefined: that side has removed it, or never had it. */
export interface MergeConflict {
  /** Field, then the key of a row, then its field; `#order` stands for the order of a list's rows. */
  readonly path: readonly string[]
  readonly base: unknown
  readonly mine: unknown
  readonly theirs: unknown
}

export interface Merge<T> {
  /** With mine where a conflict has no choice yet. */
  readonly merged: T
  readonly conflicts: readonly MergeConflict[]
  /** Fields where something of theirs came in without a question. */
  readonly taken: readonly string[]
}

export interface MergeOptions {
  /** Fields that are lists of rows, with the field that identifies a row. */
  readonly rowKeys?: Readonly<Record<string, string>>
  /** Those of them whose order says nothing. */
  readonly unordered?: readonly string[]
  /** What was chosen for each conflict, by `conflictName` of its path. */
  readonly choices?: Readonly<Record<string, MergeSide>>
}

/** The name of a path among choices. */
export const conflictName = (path: readonly string[]): string => JSON.stringify(path)

interface Sides {
  readonly base: unknown
  readonly mine: unknown
  readonly theirs: unknown
}

type Row = Fields

/** The rows by key, in order; undefined when the list is no list of rows, or two have one key. Rows without key apart. */
const rowsOf = (list: unknown, key: string): { keyed: ReadonlyMap<string, Row>; fresh: readonly Row[] } | undefined => {
  if (!Array.isArray(list) || !list.every(isFields)) return undefined
  const keyed = new Map<string, Row>()
  const fresh: Row[] = []
  for (const row of list) {
    const name = fieldOf(row, key)
    if (typeof name !== 'string' || name === '') fresh.push(row)
    else if (keyed.has(name)) return undefined
    else keyed.set(name, row)
  }
  return { keyed, fresh }
}

/** A rule or a block of another kind is another thing: its fields are never mixed. */
const isOneKind = (...sides: readonly Fields[]): boolean =>
  new Set(sides.map((fields) => JSON.stringify(fieldOf(fields, 'kind') ?? null))).size === 1

/** What is kept, in the order of the side that has moved rows; the other side's own rows follow what they followed. */
const ordered = (backbone: readonly string[], other: readonly string[], remaining: ReadonlySet<string>): string[] => {
  const order = backbone.filter((name) => remaining.has(name))
  const placed = new Set(order)
  let after = -1
  for (const name of other) {
    if (!remaining.has(name)) continue
    if (placed.has(name)) after = order.indexOf(name)
    else {
      after += 1
      order.splice(after, 0, name)
      placed.add(name)
    }
  }
  return order
}

/**
 * Brings together what two people made of one record: `base` is what both began with. What only one of them changed is as
 * that one wants it, field by field, and row by row in lists of rows; what both changed differently is a conflict.
 */
export const mergeThreeWay = <T extends object>(
  { base, mine, theirs }: { readonly base: T; readonly mine: T; readonly theirs: T },
  { rowKeys = {}, unordered = [], choices = {} }: MergeOptions = {},
): Merge<T> => {
  const conflicts: MergeConflict[] = []
  const taken = new Set<string>()

  const ask = (path: readonly string[], sides: Sides): unknown => {
    conflicts.push({ path, ...sides })
    const side = choices[conflictName(path)]
    return side === 'theirs' ? sides.theirs : sides.mine
  }

  const valueOf = (path: readonly string[], sides: Sides): unknown => {
    if (isSameValue(sides.mine, sides.theirs) || isSameValue(sides.base, sides.theirs)) return sides.mine
    if (isSameValue(sides.base, sides.mine)) {
      taken.add(path[0] ?? '')
      return sides.theirs
    }
    const rowKey = path.length === 1 ? rowKeys[path[0] ?? ''] : undefined
    if (rowKey !== undefined) return rowsMerged(path, sides, rowKey) ?? ask(path, sides)
    const { base: was, mine: own, theirs: other } = sides
    if (isFields(was) && isFields(own) && isFields(other) && isOneKind(was, own, other))
      return fieldsMerged(path, was, own, other)
    return ask(path, sides)
  }

  const fieldsMerged = (path: readonly string[], was: Fields, own: Fields, other: Fields): Fields => {
    const names = [...new Set([...Object.keys(own), ...Object.keys(other)])]
    return Object.fromEntries(
      names.flatMap((name) => {
        const sides = { base: fieldOf(was, name), mine: fieldOf(own, name), theirs: fieldOf(other, name) }
        const value = valueOf([...path, name], sides)
        return value === undefined ? [] : [[name, value]]
      }),
    )
  }

  type Keyed = ReadonlyMap<string, Row>
  /** Whether the rows stand as mine do: I have moved some, and nobody else has, or mine was chosen. */
  const isMyOrder = (path: readonly string[], was: Keyed, own: Keyed, other: Keyed): boolean => {
    if (unordered.includes(path[0] ?? '')) return false
    const shared = (rows: Keyed) => [...rows.keys()].filter((name) => was.has(name) && own.has(name) && other.has(name))
    const [base, mine, theirs] = [shared(was), shared(own), shared(other)]
    return valueOf([...path, '#order'], { base, mine, theirs }) === mine && !isSameValue(base, mine)
  }

  const rowsMerged = (path: readonly string[], sides: Sides, rowKey: string): readonly Row[] | undefined => {
    const was = rowsOf(sides.base, rowKey)
    const own = rowsOf(sides.mine, rowKey)
    const other = rowsOf(sides.theirs, rowKey)
    if (!was || !own || !other) return undefined
    const names = new Set([...own.keyed.keys(), ...other.keyed.keys()])
    const rows = new Map<string, Row>()
    for (const name of names) {
      const row = valueOf([...path, name], {
        base: was.keyed.get(name),
        mine: own.keyed.get(name),
        theirs: other.keyed.get(name),
      })
      if (isFields(row)) rows.set(name, row)
    }
    const [first, second] = isMyOrder(path, was.keyed, own.keyed, other.keyed) ? [own, other] : [other, own]
    const remaining = new Set(rows.keys())
    const sequence = ordered([...first.keyed.keys()], [...second.keyed.keys()], remaining)
    // Rows that nobody else can know yet stand at the end.
    const merged = sequence.map((name) => rows.get(name)).filter((row) => row !== undefined)
    return [...merged, ...other.fresh, ...own.fresh]
  }

  const plain = (record: T): Fields => Object.fromEntries(Object.entries(record))
  const merged = fieldsMerged([], plain(base), plain(mine), plain(theirs))
  // Every field is one of the three sides' own, or built of theirs.
  return { merged: merged as T, conflicts, taken: [...taken] }
}
