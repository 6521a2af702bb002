import type { VirtualUser } from '@kaimai/contract/virtual-user/virtual-user.resource.ts'
import { Checkbox } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { IconAlertCircle } from '@tabler/icons-react'
import { useCallback, useEffect, useMemo, useRef, useSyncExternalStore } from 'react'
import { useText } from '../../lib/i18n/use-text.tsx'
import type { Store } from '../../lib/store/store.ts'
import { icon16 } from '../../ui/icon-props.ts'
import { toast } from '../../ui/toast.tsx'
import { CommentLine, type LineActions, type LineColumn } from './comment-line.tsx'
import css from './comment-lines.module.css'
import { keysBetween } from './timed-edit.ts'
import { type Line, lineAt, sortedLines, withLine } from './timed-list.ts'
import { useRowsSeen } from './use-rows-seen.ts'

/** Of a row, in px; the style sheet says the same. */
const rowHeights = { wide: 48, narrow: 104 } as const

interface CommentLinesProps {
  readonly lines: readonly Line[]
  readonly onLines: (lines: readonly Line[]) => void
  readonly people: readonly VirtualUser[]
  readonly urlOf: (userImgId: string) => string
  /** By path below the list: `3.commentText`. */
  readonly errorAt: (path: string) => string | undefined
  /** Rows with an error, lowest first. */
  readonly faulty: readonly number[]
  /** The first error of the form is one of these: the list goes to it by itself. */
  readonly leadsToError: boolean
  /** The second of the video that is shown. */
  readonly clock: Store<number>
  readonly onPlay: (second: number) => void
  /** Keys of the chosen rows. */
  readonly chosen: ReadonlySet<string>
  readonly onChosen: (chosen: ReadonlySet<string>) => void
}

/** All comments of a group by time, as a table one types into; thousands scroll with the page. */
export const CommentLines = (props: CommentLinesProps) => {
  const { lines, onLines, people, urlOf, errorAt, faulty, leadsToError, clock, onPlay, chosen, onChosen } = props
  const t = useText('comment-mod')
  const isNarrow = useMediaQuery('(max-width: 700px)', undefined, { getInitialValueInEffect: false })
  const rowHeight = isNarrow ? rowHeights.narrow : rowHeights.wide
  const { list, first, end, showRow } = useRowsSeen(lines.length, rowHeight)
  const now = useSyncExternalStore(clock.subscribe, () => lineAt(lines, clock.get()))

  // Rows are many and keep what they were given: their actions look up what is current.
  const latest = useRef({ lines, onLines, onPlay, chosen, onChosen })
  useEffect(() => {
    latest.current = { lines, onLines, onPlay, chosen, onChosen }
  })
  const chosenLast = useRef<string>(undefined)

  const focusRow = useCallback(
    (index: number, column: LineColumn) => {
      const key = latest.current.lines[index]?.key
      const find = () => list.current?.querySelector<HTMLElement>(`[data-line="${key}"] [data-column="${column}"]`)
      const found = find()
      if (found) {
        found.focus()
        return
      }
      showRow(index)
      requestAnimationFrame(() => requestAnimationFrame(() => find()?.focus()))
    },
    [list, showRow],
  )

  const actions: LineActions = useMemo(
    () => ({
      change: (key, patch) => {
        const next = latest.current.lines.map((line) => (line.key === key ? { ...line, ...patch } : line))
        latest.current.onLines('commentTime' in patch ? sortedLines(next) : next)
      },
      remove: (key) => {
        const gone = latest.current.lines.find((line) => line.key === key)
        if (!gone) return
        latest.current.onLines(latest.current.lines.filter((line) => line !== gone))
        const undo = {
          label: t('line.undo'),
          run: () => latest.current.onLines(withLine(latest.current.lines, gone)),
        }
        toast.good(t('line.removed', { name: gone.userName }), { undo, id: `line-${key}` })
      },
      play: (second) => latest.current.onPlay(second),
      choose: (key, on, range) => {
        const keys = range ? keysBetween(latest.current.lines, chosenLast.current, key) : [key]
        const next = new Set(latest.current.chosen)
        for (const each of keys) {
          if (on) next.add(each)
          else next.delete(each)
        }
        chosenLast.current = key
        latest.current.onChosen(next)
      },
      walk: (key, column, step) => {
        const index = latest.current.lines.findIndex((line) => line.key === key) + step
        if (index >= 0 && index < latest.current.lines.length) focusRow(index, column)
      },
    }),
    [t, focusRow],
  )

  const [firstFaulty] = faulty
  const faultyColumn = errorAt(`${firstFaulty}.commentTime`) === undefined ? 'text' : 'time'
  const hasError = firstFaulty !== undefined
  const goToError = () => {
    if (firstFaulty !== undefined) focusRow(firstFaulty, faultyColumn)
  }
  const goNow = useRef(goToError)
  useEffect(() => {
    goNow.current = goToError
  })
  useEffect(() => {
    if (hasError && leadsToError) goNow.current()
  }, [hasError, leadsToError])

  return (
    <>
      {firstFaulty !== undefined && (
        <div role="alert">
          <button type="button" className={css.error} onClick={goToError}>
            <IconAlertCircle {...icon16} />
            {t('lines.faults', { count: faulty.length, number: firstFaulty + 1 })}
          </button>
        </div>
      )}
      <div className={css.table} role="table" aria-label={t('lines.label')} aria-rowcount={lines.length + 1}>
        <div role="rowgroup">
          <div className={css.header} role="row" aria-rowindex={1}>
            <span role="columnheader" className={css.choice}>
              <Checkbox
                checked={lines.length > 0 && chosen.size === lines.length}
                indeterminate={chosen.size > 0 && chosen.size < lines.length}
                aria-label={t('lines.chooseAll')}
                onChange={({ currentTarget }) =>
                  onChosen(new Set(currentTarget.checked ? lines.map(({ key }) => key) : []))
                }
              />
            </span>
            <span role="columnheader">{t('lines.time')}</span>
            <span role="columnheader">{t('lines.person')}</span>
            <span role="columnheader">{t('lines.text')}</span>
            <span role="columnheader">
              <span className="sr-only">{t('lines.actions')}</span>
            </span>
          </div>
        </div>
        <div ref={list} role="rowgroup" className={css.rows} style={{ height: lines.length * rowHeight }}>
          <div style={{ transform: `translateY(${first * rowHeight}px)` }} role="presentation">
            {lines.slice(first, end).map((line, offset) => {
              const index = first + offset
              return (
                <CommentLine
                  key={line.key}
                  line={line}
                  index={index}
                  isNow={index === now}
                  isChosen={chosen.has(line.key)}
                  people={people}
                  urlOf={urlOf}
                  timeError={errorAt(`${index}.commentTime`)}
                  textError={errorAt(`${index}.commentText`)}
                  nameError={errorAt(`${index}.userName`)}
                  actions={actions}
                />
              )
            })}
          </div>
        </div>
      </div>
    </>
  )
}
