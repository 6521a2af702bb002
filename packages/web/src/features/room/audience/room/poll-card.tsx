import { IconCheck, IconChartBar, IconX } from '@tabler/icons-react'
import {
  newestPoll,
  pollAt,
  pollPercents,
  replayedPollAt,
  type StandingPoll,
} from '@kaimai/contract/room/poll.rules.ts'
import type { PollPair } from '@kaimai/contract/room/poll.schema.ts'
import type { RoomState } from '@kaimai/contract/room/room.state.ts'
import { clsx } from 'clsx'
import { type ReactNode, useEffect, useState } from 'react'
import { useText } from '../../../../lib/i18n/use-text.tsx'
import { withTexts } from '../../../../lib/i18n/with-texts.tsx'
import { clockText } from '../shop/offer-end.rules.ts'
import { lateTexts } from './lazy-texts.ts'
import css from './poll-card.module.css'

/** The question with its options: buttons until this viewer has voted, from then on also what others chose. */
const Card = ({
  poll,
  own,
  refused,
  right,
  onVote,
}: {
  readonly poll: StandingPoll
  /** The option that this viewer chose. */
  readonly own: number | undefined
  readonly refused?: string | undefined
  readonly right: ReactNode
  readonly onVote?: ((option: number) => void) | undefined
}) => {
  const t = useText('room')
  const percents = pollPercents(poll.counts)
  const total = poll.counts.reduce((sum, count) => sum + count, 0)
  const isSeen = own !== undefined || !poll.isOpen
  return (
    <section className={css.poll} data-part="poll" aria-label={t('poll.title')}>
      <div className={css.head}>
        <IconChartBar size={16} stroke={2} aria-hidden="true" />
        <h2>{poll.question}</h2>
        {right}
      </div>
      <ul className={css.options}>
        {poll.options.map((text, at) => {
          const [percent, count] = [percents[at] ?? 0, poll.counts[at] ?? 0]
          const words = (
            <>
              {isSeen && <i className={css.bar} style={{ width: `${percent}%` }} aria-hidden="true" />}
              <span className="grow">{text}</span>
              {own === at && <IconCheck size={16} stroke={2.5} aria-label={t('poll.own')} />}
              {isSeen && <b>{t('poll.percent', { percent })}</b>}
            </>
          )
          return (
            <li key={at}>
              {poll.isOpen && onVote ? (
                <button
                  type="button"
                  className={clsx(css.option, own === at && css.own)}
                  aria-pressed={own === at}
                  aria-label={isSeen ? t('poll.option', { text, percent, count }) : text}
                  onClick={() => onVote(at)}
                >
                  {words}
                </button>
              ) : (
                <p className={clsx(css.option, own === at && css.own)}>{words}</p>
              )}
            </li>
          )
        })}
      </ul>
      <p className={css.foot} role="status">
        {refused ??
          [
            !poll.isOpen && t('poll.over'),
            isSeen && (total === 0 ? t('poll.noVotes') : t('poll.votes', { count: total })),
            poll.isOpen && own !== undefined && t('poll.change'),
          ]
            .filter(Boolean)
            .join('・')}
      </p>
    </section>
  )
}

interface Tapped {
  readonly poll: string
  readonly option: number
  /** What the room had answered by then. */
  readonly before: RoomState['ownVote']
}

/** The poll that stands, or for 15 seconds what it came to. A tap shows at once; the room acknowledges it. */
const PollCard = ({
  room,
  roomNowMs,
  onVote,
}: {
  readonly room: Pick<RoomState, 'polls' | 'votes' | 'ownVote'>
  readonly roomNowMs: () => number
  readonly onVote?: ((poll: string, option: number) => void) | undefined
}) => {
  const t = useText('room')
  const [, setTurn] = useState(0)
  const [tapped, setTapped] = useState<Tapped>()
  const [away, setAway] = useState<string>()
  const nowMs = roomNowMs()
  const poll = pollAt(newestPoll(room.polls), room.votes, nowMs)
  const isThere = poll !== undefined
  useEffect(() => {
    if (!isThere) return undefined
    const timer = setInterval(() => setTurn((turn) => turn + 1), 1000)
    return () => clearInterval(timer)
  }, [isThere])
  const answered = room.ownVote?.poll === poll?.poll ? room.ownVote : undefined
  if (poll === undefined || poll.poll === away) return null
  // What the room has answered counts, not what was tapped before.
  const isAwaited = tapped?.poll === poll.poll && tapped.before === room.ownVote
  const own = isAwaited ? tapped.option : answered?.option
  // One's own vote is counted with the others within the second: until then it is shown as if it were.
  const isLonely = own !== undefined && poll.isOpen && (poll.counts[own] ?? 0) === 0
  const counts = isLonely ? poll.counts.map((count, at) => (at === own ? 1 : count)) : poll.counts
  return (
    <Card
      poll={{ ...poll, counts }}
      own={own}
      refused={answered?.refused}
      right={
        poll.isOpen ? (
          <span className={css.left}>{t('poll.left', { time: clockText(Math.max(0, poll.untilMs - nowMs)) })}</span>
        ) : (
          <button type="button" className={css.away} aria-label={t('poll.away')} onClick={() => setAway(poll.poll)}>
            <IconX size={16} stroke={2} aria-hidden="true" />
          </button>
        )
      }
      onVote={
        onVote &&
        ((option) => {
          setTapped({ poll: poll.poll, option, before: room.ownVote })
          onVote(poll.poll, option)
        })
      }
    />
  )
}

/** In a replay: the poll at the playhead with what it came to. */
const ReplayedPoll = ({ polls, nowMs }: { readonly polls: readonly PollPair[]; readonly nowMs: number }) => {
  const poll = replayedPollAt(polls, nowMs)
  return poll === undefined ? null : <Card poll={poll} own={undefined} right={null} />
}

/** With their own texts. */
export const loadPollCard = () => withTexts(lateTexts, PollCard)
export const loadReplayedPoll = () => withTexts(lateTexts, ReplayedPoll)
