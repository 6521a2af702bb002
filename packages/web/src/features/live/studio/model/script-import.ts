import type { Answer } from '@kaimai/contract/common/route.ts'
import {
  type MergedList,
  mergeScriptList,
  type ScriptImportWay,
} from '@kaimai/contract/live/script-sheet-merge.rules.ts'
import type { scriptSheetRoutes } from '@kaimai/contract/live/script-sheet.routes.ts'
import { max } from './edit.ts'
import { docOf, emptyDoc, fieldsOfDoc, type StudioDoc, type StudioFields, trackIds } from './studio-doc.ts'

export type ReadScript = Answer<typeof scriptSheetRoutes.readScript>
type RowState = 'new' | 'change' | 'same'

/** What reading a file into the script would do. */
export interface ScriptImport {
  /** The very same document when nothing changes. */
  readonly doc: StudioDoc
  /** Whether a track would hold more than a live takes. */
  readonly isTooMany: boolean
  readonly counts: Readonly<Record<RowState, number>>
  /** By the line of the file; `was`: as it stands now, alone in a document. */
  readonly lines: ReadonlyMap<number, { readonly state: RowState; readonly was: StudioDoc }>
  /** What is there and not in the file. */
  readonly removed: StudioDoc
}

/** Ids of the lines that could not be read: what they name is not taken away because of a typing error. */
const unreadIds = ({ columns, rows }: ReadScript): ReadonlySet<string> => {
  const at = columns.findIndex(({ key }) => key === 'id')
  return new Set(rows.flatMap(({ state, cells }) => (state === 'bad' ? [cells[at] ?? ''] : [])))
}

/** What becomes of the script of the studio when a file is read into it; nothing is changed. */
export const importScript = (now: StudioDoc, read: ReadScript, way: ScriptImportWay): ScriptImport => {
  const fields = fieldsOfDoc(now)
  const noFields = fieldsOfDoc(emptyDoc)
  const options = { way, keep: unreadIds(read) }
  const counts = { new: 0, change: 0, same: 0 }
  const lines = new Map<number, { state: RowState; was: StudioDoc }>()
  const merge = <Row extends object>(
    name: Exclude<keyof StudioFields, 'hearts'>,
    current: readonly Row[],
    rows: readonly Row[],
    alone: (row: Row) => StudioDoc,
  ): MergedList<Row> => {
    const file = rows.map((row, at) => ({ line: read.lines[name][at] ?? 0, row }))
    const merged = mergeScriptList(name, current, file, options)
    for (const [line, { state, was }] of merged.lines) {
      counts[state] += 1
      lines.set(line, { state, was: was === undefined ? emptyDoc : alone(was) })
    }
    return merged
  }
  const { script } = read
  const comments = merge('commentList', fields.commentList, script.commentList, (row) =>
    docOf({ ...noFields, commentList: [row] }),
  )
  const products = merge('productList', fields.productList, script.productList, (row) =>
    docOf({ ...noFields, productList: [row] }),
  )
  const tickets = merge('fakeTicket', fields.fakeTicket, script.fakeTicket, (row) =>
    docOf({ ...noFields, fakeTicket: [row] }),
  )
  const calls = merge('callToAction', fields.callToAction, script.callToAction, (row) =>
    docOf({ ...noFields, callToAction: [row] }),
  )
  const polls = merge('poll', fields.poll, script.poll, (row) => docOf({ ...noFields, poll: [row] }))
  const giveaways = merge('giveaway', fields.giveaway, script.giveaway, (row) =>
    docOf({ ...noFields, giveaway: [row] }),
  )
  const points = merge('audienceCurve', fields.audienceCurve, script.audienceCurve, (row) =>
    docOf({ ...noFields, audienceCurve: [row] }),
  )
  const part = (which: 'rows' | 'removed'): StudioDoc =>
    docOf({
      commentList: [...comments[which]],
      productList: [...products[which]],
      fakeTicket: [...tickets[which]],
      callToAction: [...calls[which]],
      poll: [...polls[which]],
      giveaway: [...giveaways[which]],
      // Hearts stand in no file: they stay.
      hearts: which === 'rows' ? [...fields.hearts] : [],
      audienceCurve: [...points[which]],
    })
  const doc = part('rows')
  const isTooMany = trackIds.some((track) => doc[track].length > max[track])
  return { doc, isTooMany, counts, lines, removed: part('removed') }
}
