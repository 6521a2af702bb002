import type { ScriptSheet } from './script-sheet.routes.ts'
import type { ScriptKind } from './script-sheet.rules.ts'

/** The lists of a script, and how the lines of each are called in a file. */
export const scriptLists = {
  commentList: 'comment',
  productList: 'product',
  fakeTicket: 'purchase',
  callToAction: 'call',
  poll: 'poll',
  giveaway: 'giveaway',
  audienceCurve: 'audience',
} as const satisfies Record<keyof ScriptSheet, ScriptKind>
type ListName = keyof typeof scriptLists

/** A row of any list of a script; `id`: by what it stays itself while it changes, once it has changed. */
export interface ScriptRow {
  readonly id?: string | undefined
}

const msOf = (seconds: unknown): unknown => (typeof seconds === 'number' ? Math.round(seconds * 1000) : null)

/** What a row says, as one text: two rows with the same text are the same. Pictures' addresses follow from their ids. */
export const scriptRowText = (row: ScriptRow): string =>
  Object.entries({ livePrice: null, showLeft: true, until: null, ...row })
    .filter(([key]) => key !== 'id' && key !== 'line' && key !== 'userImgUrl')
    .map(([key, value]) => {
      if (key === 'at' || key === 'until' || key === 'commentTime' || key === 'showAt' || key === 'hideAt')
        return [key, msOf(value)]
      if (Array.isArray(value)) return [key, value.map((text) => String(text).trim())]
      return [key, typeof value === 'string' ? value.trim() : value]
    })
    .map((pair) => JSON.stringify(pair))
    .toSorted()
    .join()

/** 53 bits of a text (cyrb53), as letters and digits. */
const hashOf = (text: string): string => {
  let [a, b] = [0xdeadbeef, 0x41c6ce57]
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at)
    a = Math.imul(a ^ code, 2654435761)
    b = Math.imul(b ^ code, 1597334677)
  }
  a = Math.imul(a ^ (a >>> 16), 2246822507) ^ Math.imul(b ^ (b >>> 13), 3266489909)
  b = Math.imul(b ^ (b >>> 16), 2246822507) ^ Math.imul(a ^ (a >>> 13), 3266489909)
  return (4294967296 * (2097151 & b) + (a >>> 0)).toString(36)
}

/**
 * The id of a row that has none yet: made of what it says, so that a script needs no ids stored to be exported, and the
 * row keeps this one when it changes. It begins with a letter: Excel reads no number in it.
 */
export const scriptRowId = (list: ListName, row: ScriptRow): string =>
  row.id ?? `${scriptLists[list].charAt(0)}${hashOf(scriptRowText(row))}`

/** The ids of all rows of a list; of equal rows the later ones carry a number. */
export const scriptRowIds = <Row extends ScriptRow>(list: ListName, rows: readonly Row[]): ReadonlyMap<Row, string> => {
  const ids = new Map<Row, string>()
  const taken = new Map<string, number>()
  for (const row of rows) {
    const id = scriptRowId(list, row)
    const count = (taken.get(id) ?? 0) + 1
    taken.set(id, count)
    ids.set(row, count === 1 ? id : `${id}-${count}`)
  }
  return ids
}

/** `merge`: what the file doesn't name stays; `replace`: the file is the whole script. */
export type ScriptImportWay = 'merge' | 'replace'

export interface MergedRow<Row> {
  readonly state: 'new' | 'change' | 'same'
  /** As it stands now; undefined: it is new. */
  readonly was: Row | undefined
  readonly row: Row
}

export interface MergedList<Row> {
  readonly rows: readonly Row[]
  /** By the line of the file. */
  readonly lines: ReadonlyMap<number, MergedRow<Row>>
  readonly removed: readonly Row[]
}

/**
 * What becomes of a list when a file is read into it. A line is the row whose id it carries; of several lines with one id
 * (a line was copied in the sheet) the unchanged one is. A line without a known id is the row that says the same, else it
 * is new. Rows that stay the same stay the very same objects. `keep`: ids of lines that could not be read.
 */
export const mergeScriptList = <Row extends ScriptRow>(
  list: ListName,
  current: readonly Row[],
  file: readonly { readonly line: number; readonly row: Row }[],
  { way, keep = new Set() }: { readonly way: ScriptImportWay; readonly keep?: ReadonlySet<string> },
): MergedList<Row> => {
  const idOf = scriptRowIds(list, current)
  const byId = new Map([...idOf].map(([row, id]) => [id, row]))
  const texts = new Map(current.map((row) => [row, scriptRowText(row)]))
  const free = new Set(current)
  const matches = new Map<number, Row>()
  const match = (line: number, row: Row | undefined): void => {
    if (row === undefined || !free.has(row) || matches.has(line)) return
    matches.set(line, row)
    free.delete(row)
  }
  for (const { line, row } of file) {
    const named = byId.get(row.id ?? '')
    if (named !== undefined && texts.get(named) === scriptRowText(row)) match(line, named)
  }
  for (const { line, row } of file) match(line, byId.get(row.id ?? ''))
  const byText = Map.groupBy(free, (row) => texts.get(row) ?? '')
  for (const { line, row } of file) {
    if (matches.has(line)) continue
    match(
      line,
      byText.get(scriptRowText(row))?.find((each) => free.has(each)),
    )
  }

  const used = new Set(byId.keys())
  const lines = new Map<number, MergedRow<Row>>()
  const rows: Row[] = []
  for (const { line, row } of file) {
    const was = matches.get(line)
    if (was === undefined) {
      // A new line's id is kept, so that the same file read again finds it.
      const isFresh = row.id !== undefined && !used.has(row.id)
      if (row.id !== undefined) used.add(row.id)
      const added = isFresh || row.id === undefined ? row : { ...row, id: undefined }
      lines.set(line, { state: 'new', was, row: added })
      rows.push(added)
      continue
    }
    const isSame = texts.get(was) === scriptRowText(row)
    const next = isSame ? was : { ...row, id: idOf.get(was) }
    lines.set(line, { state: isSame ? 'same' : 'change', was, row: next })
    rows.push(next)
  }
  const removed: Row[] = []
  // What stays beside the file stands behind what it stood behind.
  const nextOf = new Map(
    [...lines.values()].flatMap(({ was, row }) => (was === undefined ? [] : [[was, row] as const])),
  )
  let before: Row | undefined
  for (const row of current) {
    if (free.has(row) && way === 'replace' && !keep.has(idOf.get(row) ?? '')) {
      removed.push(row)
      continue
    }
    if (free.has(row)) rows.splice(before === undefined ? 0 : rows.indexOf(before) + 1, 0, row)
    before = nextOf.get(row) ?? row
  }
  return { rows, lines, removed }
}
