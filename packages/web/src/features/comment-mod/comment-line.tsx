import { readTimecode, showTimecode } from '@kaimai/contract/comment-mod/timecode.rules.ts'
import { Checkbox } from '@mantine/core'
import type { VirtualUser } from '@kaimai/contract/virtual-user/virtual-user.resource.ts'
import { IconPlayerPlay, IconTrash } from '@tabler/icons-react'
import { clsx } from 'clsx'
import { type KeyboardEvent, memo, useEffect, useRef, useState } from 'react'
import { useText } from '../../lib/i18n/use-text.tsx'
import { IconButton } from '../../ui/button.tsx'
import { icon16 } from '../../ui/icon-props.ts'
import css from './comment-lines.module.css'
import { PersonSelect } from './person-select.tsx'
import type { Line } from './timed-list.ts'

/** What a row asks of the list. */
export interface LineActions {
  readonly change: (key: string, patch: Partial<Omit<Line, 'key'>>) => void
  readonly remove: (key: string) => void
  readonly play: (second: number) => void
  /** Puts the focus into the same column of another row. */
  readonly walk: (key: string, column: LineColumn, step: number) => void
  /** Chooses the row or not; `range`: with all from the one chosen last. */
  readonly choose: (key: string, on: boolean, range: boolean) => void
}

export type LineColumn = 'time' | 'text'

interface CommentLineProps {
  readonly line: Line
  readonly index: number
  /** The video is at this comment. */
  readonly isNow: boolean
  readonly isChosen: boolean
  readonly people: readonly VirtualUser[]
  readonly urlOf: (userImgId: string) => string
  readonly timeError: string | undefined
  readonly textError: string | undefined
  readonly nameError: string | undefined
  readonly actions: LineActions
}

/** One scripted comment: arrow keys go to the row above and below, Enter to the next. */
export const CommentLine = memo((props: CommentLineProps) => {
  const { line, index, isNow, isChosen, people, urlOf, timeError, textError, nameError, actions } = props
  const t = useText('comment-mod')
  const number = index + 1
  const walk = (column: LineColumn) => (event: KeyboardEvent) => {
    const step = { ArrowUp: -1, ArrowDown: 1, Enter: 1 }[event.key]
    if (step === undefined) return
    event.preventDefault()
    actions.walk(line.key, column, step)
  }
  return (
    <div
      className={css.row}
      role="row"
      aria-rowindex={number + 1}
      data-line={line.key}
      data-now={isNow || undefined}
      data-chosen={isChosen || undefined}
    >
      <div role="cell" className={css.choice}>
        <Checkbox
          checked={isChosen}
          aria-label={t('line.choose', { number })}
          onChange={({ currentTarget, nativeEvent }) =>
            actions.choose(line.key, currentTarget.checked, nativeEvent instanceof MouseEvent && nativeEvent.shiftKey)
          }
        />
      </div>
      <div role="cell" className={css.time}>
        <TimeCell
          seconds={line.commentTime}
          label={t('line.time', { number })}
          error={timeError}
          onTime={(commentTime) => actions.change(line.key, { commentTime })}
          onKeyDown={walk('time')}
        />
      </div>
      <div role="cell" className={css.person}>
        <PersonSelect
          label={t('line.person', { number })}
          value={line}
          onChange={(person) => person && actions.change(line.key, person)}
          people={people}
          urlOf={urlOf}
          plain
          invalid={nameError !== undefined}
        />
      </div>
      <div role="cell" className={css.text}>
        <TextCell
          text={line.commentText}
          label={t('line.text', { number })}
          error={textError}
          onText={(commentText) => actions.change(line.key, { commentText })}
          onKeyDown={walk('text')}
        />
      </div>
      <div role="cell" className={css.acts}>
        <IconButton
          label={t('line.play', { number })}
          icon={<IconPlayerPlay {...icon16} />}
          disabled={!Number.isFinite(line.commentTime)}
          onClick={() => actions.play(line.commentTime)}
        />
        <IconButton
          label={t('line.remove', { number })}
          icon={<IconTrash {...icon16} />}
          onClick={() => actions.remove(line.key)}
        />
      </div>
    </div>
  )
})
CommentLine.displayName = 'CommentLine'

/** A row that is scrolled away while it has the focus gets no blur event. */
const useOnGone = (run: () => void) => {
  const latest = useRef(run)
  useEffect(() => {
    latest.current = run
  })
  useEffect(() => {
    const held = latest
    return () => held.current()
  }, [])
}

interface TimeCellProps {
  readonly seconds: number
  readonly label: string
  readonly error: string | undefined
  /** NaN when what was typed is no time: saving then says so. */
  readonly onTime: (seconds: number) => void
  readonly onKeyDown: (event: KeyboardEvent) => void
}

const TimeCell = ({ seconds, label, error, onTime, onKeyDown }: TimeCellProps) => {
  const t = useText('comment-mod')
  const [typed, setTyped] = useState(() => (Number.isFinite(seconds) ? showTimecode(seconds) : ''))
  const [unread, setUnread] = useState(!Number.isFinite(seconds))
  const [seen, setSeen] = useState(seconds)
  // A time set from elsewhere shows anew; what could not be read stays as it was typed.
  if (!Object.is(seen, seconds)) {
    setSeen(seconds)
    setUnread(!Number.isFinite(seconds))
    if (Number.isFinite(seconds)) setTyped(showTimecode(seconds))
  }
  const commit = () => {
    // Untouched, a time keeps the parts of a second that are not shown.
    if (Number.isFinite(seconds) && typed === showTimecode(seconds)) return
    const read = readTimecode(typed)
    setUnread(read === undefined)
    if (read !== undefined) setTyped(showTimecode(read))
    if (!Object.is(read ?? Number.NaN, seconds)) onTime(read ?? Number.NaN)
  }
  useOnGone(() => {
    const read = readTimecode(typed)
    if (read !== undefined && showTimecode(read) !== showTimecode(seconds)) onTime(read)
  })
  return (
    <input
      className={clsx(css.input, css.clock)}
      data-column="time"
      inputMode="decimal"
      aria-label={label}
      aria-invalid={unread || error !== undefined || undefined}
      title={unread ? t('line.timeFormat') : error}
      value={typed}
      onChange={(event) => setTyped(event.currentTarget.value)}
      onFocus={(event) => event.currentTarget.select()}
      onBlur={commit}
      onKeyDown={onKeyDown}
    />
  )
}

/** Keys come faster than thousands of lines can be compared with what is saved: changes are sent after a pause. */
const pauseMs = 300

interface TextCellProps {
  readonly text: string
  readonly label: string
  readonly error: string | undefined
  readonly onText: (text: string) => void
  readonly onKeyDown: (event: KeyboardEvent) => void
}

const TextCell = ({ text, label, error, onText, onKeyDown }: TextCellProps) => {
  const [typed, setTyped] = useState(text)
  const [seen, setSeen] = useState(text)
  if (seen !== text) {
    setSeen(text)
    setTyped(text)
  }
  const report = useRef(onText)
  useEffect(() => {
    report.current = onText
  })
  useEffect(() => {
    if (typed === text) return
    const timer = setTimeout(() => report.current(typed), pauseMs)
    return () => clearTimeout(timer)
  }, [typed, text])
  const announceNow = () => {
    if (typed !== text) onText(typed)
  }
  useOnGone(announceNow)
  return (
    <input
      className={css.input}
      data-column="text"
      aria-label={label}
      aria-invalid={error !== undefined || undefined}
      title={error}
      value={typed}
      maxLength={300}
      onChange={(event) => setTyped(event.currentTarget.value)}
      onBlur={announceNow}
      onKeyDown={onKeyDown}
    />
  )
}
