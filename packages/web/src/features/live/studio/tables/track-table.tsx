import { useEffect, useId, useRef, useState } from 'react'
import { useText } from '../../../../lib/i18n/use-text.tsx'
import { useDoc, useStudio } from '../editor-context.ts'
import type { StudioDoc, TrackId } from '../model/studio-doc.ts'
import { type Row, rowHeight, TableRow } from './table-row.tsx'
import css from './tables.module.css'

const spare = 10

export const rowsOf = (doc: StudioDoc, track: TrackId): readonly Row[] => doc[track]

export const columnsOf = {
  comment: ['at', 'userName', 'commentText'],
  product: ['start', 'end', 'product', 'livePrice', 'showLeft'],
  fakeTicket: ['at', 'buyer', 'product', 'quantity'],
  callToAction: ['start', 'end', 'text', 'url'],
  poll: ['at', 'question', 'option1', 'option2', 'option3', 'option4', 'seconds'],
  giveaway: ['at', 'prize', 'word', 'winners', 'seconds'],
  hearts: ['at', 'hearts', 'overSeconds'],
  audience: ['at', 'count'],
} as const satisfies Record<TrackId, readonly string[]>

const numberColumns: ReadonlySet<string> = new Set(['livePrice', 'quantity', 'count', 'winners', 'seconds'])
const isNumber = (column: string): boolean => numberColumns.has(column)

/** One kind of things as a table; only the rows that are seen are drawn. */
export const TrackTable = ({ track }: { track: TrackId }) => {
  const t = useText('live')
  const { people } = useStudio()
  const doc = useDoc()
  const rows = rowsOf(doc, track)
  const names = useId()
  const box = useRef<HTMLDivElement>(null)
  const [seen, setSeen] = useState({ top: 0, height: 480 })
  useEffect(() => {
    const element = box.current
    if (!element) return undefined
    const look = () => setSeen({ top: element.scrollTop, height: element.clientHeight })
    const watch = new ResizeObserver(look)
    watch.observe(element)
    element.addEventListener('scroll', look, { passive: true })
    return () => {
      watch.disconnect()
      element.removeEventListener('scroll', look)
    }
  }, [])
  const from = Math.max(0, Math.floor(seen.top / rowHeight) - spare)
  const to = Math.min(rows.length, Math.ceil((seen.top + seen.height) / rowHeight) + spare)
  return (
    <div
      ref={box}
      className={css.table}
      data-track={track}
      role="table"
      aria-label={t(`studio.track.${track}`)}
      aria-rowcount={rows.length + 1}
    >
      <div className={css.headRow} role="row">
        {columnsOf[track].map((column) => (
          <span key={column} role="columnheader" data-right={isNumber(column) || undefined}>
            {t(`studio.column.${column}`)}
          </span>
        ))}
        <span role="columnheader">
          <span className="sr-only">{t('studio.column.actions')}</span>
        </span>
      </div>
      <div role="rowgroup" data-rows className={css.rows} style={{ height: rows.length * rowHeight }}>
        {rows.slice(from, to).map((row, at) => (
          <TableRow key={row.key} row={row} index={from + at} names={names} />
        ))}
      </div>
      {rows.length === 0 && <p className={css.empty}>{t('studio.tables.empty')}</p>}
      <datalist id={names}>
        {people.map(({ id, name }) => (
          <option key={id} value={name} />
        ))}
      </datalist>
    </div>
  )
}
