import { bannedWordFinder } from '@kaimai/contract/room/banned-words.rules.ts'
import type { OrderAnswer } from '@kaimai/contract/room/room-event.schema.ts'
import {
  IconAlertTriangle,
  IconBan,
  IconHourglass,
  IconMessageOff,
  IconShoppingCart,
  IconStarFilled,
} from '@tabler/icons-react'
import { clsx } from 'clsx'
import { memo, useRef } from 'react'
import { Link } from 'react-router'
import { type Text, useFormat, useText } from '../../lib/i18n/use-text.tsx'
import { paths } from '../../lib/paths/paths.ts'
import { icon14 } from '../../ui/icon-props.ts'
import { Avatar } from '../../ui/thumb.tsx'
import { useLabels } from '../../ui/labels.tsx'
import css from './chat-row.module.css'
import { ChatRowActions } from './chat-row-actions.tsx'
import type { Outcome } from './control-room-view.ts'
import { PersonAvatar } from './avatar.tsx'
import { roomTime } from './person-style.ts'
import { isSameRow, type RowParts } from './same-row.ts'

interface RowActions {
  /** `more`: to the ones before (toggle), or all from the last one to this (range). */
  readonly choose: (more?: 'toggle' | 'range') => void
  readonly person: () => void
  readonly reply: () => void
}

interface ChatRowProps extends RowParts {
  /** Finds the row in the list. */
  readonly id: string
  readonly onHover: (isIn: boolean) => void
  readonly actions: RowActions
}

/** `sender` of a comment that the list shows, and what became of it. */
const DrawnRow = ({ id, row, view, open, chosen, picked, hovered, onHover, actions, withRoom }: ChatRowProps) => {
  const t = useText('control-room')
  const { user, seq, text, held } = row
  const outcome = view.outcome(row)
  const waits = view.waits(row)
  const isViewer = user.as === 'viewer'
  const isGone = outcome !== undefined && ['blocked', 'muted', 'removed'].includes(outcome.kind)
  const lookers = view.lookers(seq)
  const isMarked = seq !== undefined && view.holds('marked', seq)
  const marker = seq === undefined ? undefined : view.who('marked', seq)
  const words = useRef<HTMLParagraphElement>(null)
  const isOurs = seq === undefined && user.as === 'virtual'
  const hasActs =
    open.controlRoom.may.moderate && (seq !== undefined || isOurs) && picked === undefined && (chosen || hovered)
  return (
    <div
      className={css.row}
      data-key={id}
      data-as={user.as}
      data-held={held ? (waits ? 'true' : 'over') : undefined}
      data-gone={isGone}
      data-chosen={chosen}
      data-picked={picked}
      data-acts={hasActs}
      data-room={withRoom}
      tabIndex={chosen ? 0 : -1}
      onPointerEnter={(event) => event.pointerType === 'mouse' && onHover(true)}
      onPointerLeave={() => onHover(false)}
      // With shift one chooses rows, and marks no words.
      onMouseDown={(event) => event.shiftKey && event.preventDefault()}
      onClick={(event) => {
        // What a button or a link in it does is all that was meant.
        if (!(event.target instanceof Element) || event.target.closest('button, a, input') === null)
          actions.choose(event.shiftKey ? 'range' : event.metaKey || event.ctrlKey ? 'toggle' : undefined)
      }}
    >
      {lookers[0] !== undefined && (
        <span className={css.looker}>
          <PersonAvatar
            userId={lookers[0].userId}
            name={lookers[0].name}
            size={20}
            title={t('row.looking', { name: lookers[0].name })}
          />
        </span>
      )}
      {picked !== undefined && seq !== undefined && (
        <input
          type="checkbox"
          className={css.pick}
          checked={picked}
          aria-label={t('pick.one', { name: user.name, text })}
          onChange={() => actions.choose('toggle')}
        />
      )}
      <time>{roomTime(row.ms)}</time>
      {withRoom && (
        <Link className={css.roomName} to={paths.streamingEdit({ liveId: open.liveId })}>
          {open.controlRoom.liveName}
        </Link>
      )}
      <span className={css.avatar}>
        <Avatar src={user.imgUrl} name={user.name} size={24} simulated={user.as === 'virtual'} />
      </span>
      <span className={clsx('row-s', css.who)}>
        {isViewer ? (
          <button type="button" className={css.name} onClick={actions.person}>
            {user.name}
          </button>
        ) : (
          <span className={css.name}>{user.name}</span>
        )}
        {user.as !== 'viewer' && (
          <span className={clsx(user.as === 'virtual' ? 'soft-purple' : 'soft-accent', css.chip)}>
            {t(`as.${user.as}`)}
          </span>
        )}
        {isViewer && user.likeShop && <span className={clsx('soft-yellow', css.chip)}>{t('row.likeShop')}</span>}
        {isViewer && view.state.regulars.get(user.userId) === true && (
          <span className={clsx('soft-grey', css.chip)}>{t('row.regular')}</span>
        )}
      </span>
      <p className={css.words} ref={words} data-order={outcome?.kind === 'order'}>
        {row.to !== undefined && <span className={css.to}>@{row.to.name}</span>}
        {row.question && <span className={css.to}>{t('row.question')}</span>}
        {held ? <Banned text={text} keywords={open.controlRoom.bannedKeywords} /> : text}
      </p>
      <span className={css.end}>
        {!held && outcome !== undefined && <OutcomeChip outcome={outcome} t={t} />}
        {isMarked && (
          <>
            {marker !== undefined && !marker.isMe && (
              <PersonAvatar
                userId={marker.name}
                name={marker.name}
                size={18}
                title={t('row.markedBy', { name: marker.name })}
              />
            )}
            <IconStarFilled size={16} role="img" aria-label={t('row.marked')} />
          </>
        )}
      </span>
      {held && <WhyHeld row={row} view={view} open={open} outcome={outcome} waits={waits} />}
      {hasActs && (
        <ChatRowActions
          row={row}
          view={view}
          open={open}
          actions={{ reply: actions.reply, choose: () => actions.choose() }}
          words={words}
        />
      )}
    </div>
  )
}

export const ChatRow = memo(DrawnRow, isSameRow)

const Banned = ({ text, keywords }: { text: string; keywords: readonly string[] }) => {
  const found = bannedWordFinder(keywords)(text)
  if (found === undefined) return text
  return (
    <>
      {text.slice(0, found.start)}
      <mark>{text.slice(found.start, found.end)}</mark>
      {text.slice(found.end)}
    </>
  )
}

const WhyHeld = ({
  row,
  view,
  open,
  outcome,
  waits,
}: Pick<ChatRowProps, 'row' | 'view' | 'open'> & { outcome: Outcome | undefined; waits: boolean }) => {
  const t = useText('control-room')
  const labels = useLabels()
  const { seq, user } = row
  if (seq === undefined) return null
  const names = view.lookers(seq).map(({ name }) => name)
  const decide = (decision: 'release' | 'remove') => open.store.act({ kind: 'decide', seq, name: user.name, decision })
  return (
    <div className={css.why}>
      <span>
        <IconAlertTriangle {...icon14} />
        <span>
          {waits || outcome === undefined ? t('held.why') : outcomeLabels(outcome, t)}
          {names.length > 0 && <b>{t('held.looking', { names: labels.series(names) })}</b>}
        </span>
      </span>
      {waits && open.controlRoom.may.moderate && (
        <>
          <button type="button" onClick={() => decide('release')}>
            {t('held.release')}
          </button>
          <button type="button" onClick={() => decide('remove')}>
            {t('held.remove')}
          </button>
          <button
            type="button"
            className={css.danger}
            onClick={() => open.store.act({ kind: 'block', userId: user.userId, name: user.name, permanent: false })}
          >
            {t('held.block')}
          </button>
        </>
      )}
    </div>
  )
}

const outcomeLabels = (outcome: Exclude<Outcome, { kind: 'order' }> | Outcome, t: Text): string => {
  if (outcome.kind === 'order') return orderWords(outcome.answer, t)
  const { by, kind } = outcome
  if (by === undefined || by.name === '') return t(`outcome.${kind}`)
  return by.isMe ? t(`outcome.${kind}ByMe`) : t(`outcome.${kind}By`, { name: by.name })
}

const orderWords = (answer: OrderAnswer, t: Text): string => {
  const count = answer.lines.reduce((sum, { holds }) => sum + holds, 0)
  switch (answer.outcome) {
    case 'held':
      return t('order.held', { count })
    case 'lowered':
      return count === 0 ? t('order.cancelled') : t('order.lowered', { count })
    case 'soldOut':
      return answer.left > 0 ? t('order.left', { count: answer.left }) : t('order.soldOut')
    case 'noSuchKeyword':
      return t('order.noSuchKeyword', { said: answer.said })
    default:
      return t(`order.${answer.outcome}`)
  }
}

const OutcomeChip = ({ outcome, t }: { outcome: Outcome; t: Text }) => {
  const f = useFormat()
  const words = outcomeLabels(outcome, t)
  if (outcome.kind === 'order') {
    const isGood = outcome.answer.outcome === 'held'
    const isQuiet = ['lowered', 'dismissed', 'nothing', 'notYet'].includes(outcome.answer.outcome)
    return (
      <span className={clsx(isGood ? 'soft-green' : isQuiet ? 'soft-grey' : 'soft-yellow', css.chip)}>
        {isGood && <IconShoppingCart size={12} stroke={2} aria-hidden="true" />}
        {words}
      </span>
    )
  }
  return (
    <span className={clsx('soft-grey', css.chip)}>
      {outcome.kind === 'muted' && <IconMessageOff size={12} stroke={2} aria-hidden="true" />}
      {outcome.kind === 'blocked' && <IconBan size={12} stroke={2} aria-hidden="true" />}
      {outcome.kind === 'timedOut' && <IconHourglass size={12} stroke={2} aria-hidden="true" />}
      {words}
      {outcome.untilMs !== undefined && t('outcome.until', { time: f.time(outcome.untilMs) })}
    </span>
  )
}
