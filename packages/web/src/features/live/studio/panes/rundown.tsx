import { IconEyeOff, IconSearch, IconTable } from '@tabler/icons-react'
import { clsx } from 'clsx'
import { type KeyboardEvent, memo, useEffect, useMemo, useRef, useState } from 'react'
import { useFormat, useText } from '../../../../lib/i18n/use-text.tsx'
import { icon14, icon16 } from '../../../../ui/icon-props.ts'
import { type ClipLabels, useClipLabels } from '../clip-labels.ts'
import { useSettled, useStore, useStorePart, useStudio } from '../editor-context.ts'
import { type RundownRow, rundownRows } from '../model/rundown-rows.ts'
import { clipCount, seenUntil } from '../model/studio-doc.ts'
import { firstAtOrAfter } from '../model/time-index.ts'
import { showClock, showLength } from '../model/view.ts'
import { isSimulated, TrackIcon } from '../timeline/clip-icons.tsx'
import css from './rundown.module.css'

const nowHeight = 20
/** Rows that are drawn above and below what is seen. */
const spare = 8

interface RundownProps {
  readonly onTables: () => void
  /** Height of a row, in px. */
  readonly rowHeight: number
  /** On a phone a row opens what it is about. */
  readonly onOpen?: (() => void) | undefined
}

const textOf = (row: RundownRow, words: ClipLabels): string =>
  row.kind === 'group' ? row.clips.map(words.line).join(' ') : words.line(row.clip)

/** Everything that happens, in order, as words; between what was and what comes stands the present moment. */
export const Rundown = ({ onTables, rowHeight, onOpen }: RundownProps) => {
  const t = useText('live')
  const f = useFormat()
  const { editor } = useStudio()
  const doc = useSettled()
  const words = useClipLabels()
  const selection = useStore(editor.selection)
  const [q, setQ] = useState('')
  const sought = q.trim().toLocaleLowerCase()
  const rows = useMemo(
    () => rundownRows(doc, editor.lengthMs(), sought === '' ? selection : new Set(doc.comment.map(({ key }) => key))),
    [doc, editor, selection, sought],
  )
  const found = useMemo(
    () => (sought === '' ? rows : rows.filter((row) => textOf(row, words).toLocaleLowerCase().includes(sought))),
    [rows, sought, words],
  )
  const nowAt = useStorePart(editor.slowClock, (ms) => firstAtOrAfter(found, ms + 1))
  const list = useRef<HTMLDivElement>(null)
  const [window_, setWindow] = useState({ top: 0, height: 600 })
  const isHeld = useRef(false)

  const topOf = (index: number) => index * rowHeight + (index >= nowAt ? nowHeight : 0)
  const from = Math.max(0, Math.floor(window_.top / rowHeight) - spare)
  const to = Math.min(found.length, Math.ceil((window_.top + window_.height) / rowHeight) + spare)

  useEffect(() => {
    const box = list.current
    if (!box) return undefined
    const look = () => setWindow({ top: box.scrollTop, height: box.clientHeight })
    const watch = new ResizeObserver(look)
    watch.observe(box)
    box.addEventListener('scroll', look, { passive: true })
    return () => {
      watch.disconnect()
      box.removeEventListener('scroll', look)
    }
  }, [])
  // The present moment stays in sight, unless somebody reads elsewhere.
  useEffect(() => {
    const box = list.current
    if (!box || isHeld.current) return
    const top = nowAt * rowHeight
    if (top < box.scrollTop + rowHeight || top > box.scrollTop + box.clientHeight - rowHeight * 2)
      box.scrollTop = Math.max(0, top - box.clientHeight * 0.55)
  }, [nowAt, rowHeight])
  const chosenKey = selection.size === 1 ? [...selection][0] : undefined
  const chosenAt = useMemo(
    () => (chosenKey === undefined ? -1 : found.findIndex(({ key }) => key === chosenKey)),
    [found, chosenKey],
  )
  useEffect(() => {
    const box = list.current
    if (!box || chosenAt < 0) return
    const top = chosenAt * rowHeight
    if (top < box.scrollTop || top > box.scrollTop + box.clientHeight - rowHeight) box.scrollTop = Math.max(0, top - 80)
  }, [chosenAt, rowHeight])

  const choose = (row: RundownRow | undefined) => {
    if (!row) return
    editor.select(new Set(row.kind === 'group' ? row.clips.map(({ key }) => key) : [row.clip.key]))
    editor.seek(row.atMs)
    if (row.kind !== 'group') editor.say(words.whole(row.clip))
    onOpen?.()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.altKey || event.metaKey || event.ctrlKey) return
    const at = chosenAt >= 0 ? chosenAt : nowAt - 1
    if (event.key === 'ArrowDown') choose(found[Math.min(found.length - 1, at + 1)])
    else if (event.key === 'ArrowUp') choose(found[Math.max(0, at - 1)])
    else return
    event.preventDefault()
  }
  return (
    <section className={css.rundown} aria-label={t('studio.rundown.title')}>
      <header className={css.head}>
        <h2>{t('studio.rundown.title')}</h2>
        <small className="clip caption">{t('studio.rundown.count', { count: clipCount(doc) })}</small>
        <button type="button" className={css.tables} onClick={onTables} aria-haspopup="dialog">
          <IconTable {...icon16} />
          {t('studio.rundown.tables')}
        </button>
      </header>
      <label className={css.find}>
        <IconSearch {...icon16} />
        <input
          type="search"
          value={q}
          placeholder={t('studio.rundown.find')}
          aria-label={t('studio.rundown.find')}
          onChange={(event) => setQ(event.currentTarget.value)}
        />
      </label>
      <div
        ref={list}
        className={css.list}
        role="listbox"
        aria-label={t('studio.rundown.list')}
        aria-activedescendant={chosenKey === undefined ? undefined : `run-${chosenKey}`}
        tabIndex={0}
        onKeyDown={onKeyDown}
        onPointerEnter={() => (isHeld.current = true)}
        onPointerLeave={() => (isHeld.current = false)}
      >
        <div role="presentation" style={{ height: found.length * rowHeight + nowHeight }}>
          {found.slice(from, to).map((row, at) => (
            <Row
              key={row.key}
              row={row}
              top={topOf(from + at)}
              height={rowHeight}
              selected={
                row.kind === 'group' ? row.clips.every(({ key }) => selection.has(key)) : selection.has(row.clip.key)
              }
              words={words}
              untilMs={row.kind === 'clip' ? seenUntil(doc, row.clip, editor.lengthMs()) : 0}
              onChoose={choose}
            />
          ))}
          <NowLine top={nowAt * rowHeight} />
        </div>
        {found.length === 0 && (
          <p className={css.none}>{sought === '' ? t('studio.rundown.empty') : t('studio.rundown.none', { q })}</p>
        )}
      </div>
      {sought !== '' && (
        <p className="sr-only" role="status">
          {t('studio.rundown.found', { count: found.length, shown: f.number(found.length) })}
        </p>
      )}
    </section>
  )
}

const NowLine = ({ top }: { top: number }) => {
  const { editor } = useStudio()
  const at = useStorePart(editor.slowClock, showClock)
  return (
    <div className={css.now} style={{ transform: `translateY(${top}px)`, height: nowHeight }} aria-hidden="true">
      <b>{at}</b>
      <i />
    </div>
  )
}

interface RowProps {
  readonly row: RundownRow
  readonly top: number
  readonly height: number
  readonly selected: boolean
  readonly words: ClipLabels
  /** Until when it is seen. */
  readonly untilMs: number
  readonly onChoose: (row: RundownRow) => void
}

const Row = memo(
  ({ row, top, height, selected, words, untilMs, onChoose }: RowProps) => {
    const t = useText('live')
    const track = row.kind === 'group' ? 'comment' : row.clip.track
    const [first] = row.kind === 'group' ? row.clips : [row.clip]
    const text =
      row.kind === 'group'
        ? t('studio.rundown.group', { count: row.clips.length, text: first ? words.label(first) : '' })
        : row.kind === 'end'
          ? t('studio.rundown.end', { what: words.label(row.clip) })
          : words.line(row.clip)
    const lasts = row.kind === 'clip' && 'endMs' in row.clip ? showLength(untilMs - row.clip.atMs) : ''
    return (
      <div
        id={`run-${row.key}`}
        role="option"
        aria-selected={selected}
        tabIndex={-1}
        className={clsx(css.row, isSimulated(track) && css.simulated, track === 'callToAction' && css.call)}
        data-selected={(selected && row.kind !== 'end') || undefined}
        style={{ transform: `translateY(${top}px)`, height }}
        onClick={() => onChoose(row)}
        onKeyDown={(event) => event.key === 'Enter' && onChoose(row)}
      >
        <time>{showClock(row.atMs)}</time>
        {row.kind === 'end' ? <IconEyeOff {...icon14} /> : <TrackIcon track={track} size={14} />}
        <span className="clip">{text}</span>
        {selected && lasts !== '' && <small>{lasts}</small>}
      </div>
    )
  },
  (a, b) =>
    a.row.key === b.row.key &&
    a.row.atMs === b.row.atMs &&
    (a.row.kind === 'group' || b.row.kind === 'group' ? a.row === b.row : a.row.clip === b.row.clip) &&
    a.top === b.top &&
    a.height === b.height &&
    a.selected === b.selected &&
    a.untilMs === b.untilMs &&
    a.words === b.words,
)
