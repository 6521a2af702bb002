import { IconCheck, IconGift, IconX } from '@tabler/icons-react'
import {
  giveawayAt,
  isDrawRight,
  newestGiveaway,
  replayedGiveawayAt,
  type StandingGiveaway,
} from '@kaimai/contract/room/giveaway.rules.ts'
import {
  comparableWord,
  type GiveawayDraw,
  type GiveawayDrawn,
  type GiveawayPair,
} from '@kaimai/contract/room/giveaway.schema.ts'
import type { RoomState } from '@kaimai/contract/room/room.state.ts'
import { type ReactNode, useEffect, useState } from 'react'
import { useText } from '../../../../lib/i18n/use-text.tsx'
import { withTexts } from '../../../../lib/i18n/with-texts.tsx'
import { lateApi } from '../entry/lazy-api.ts'
import { Action } from '../parts/action.tsx'
import { Sheet } from '../parts/sheet.tsx'
import { clockText } from '../shop/offer-end.rules.ts'
import css from './giveaway-bar.module.css'
import { lateTexts } from './lazy-texts.ts'

type Checked = 'checking' | 'right' | 'wrong' | 'failed'

/** Fetches who took part and draws again, in this browser. */
const CheckSheet = ({
  streamId,
  pair,
  onClose,
}: {
  readonly streamId: string
  readonly pair: GiveawayDraw
  readonly onClose: () => void
}) => {
  const t = useText('room')
  const [state, setState] = useState<Checked>('checking')
  const { opened, drawn } = pair
  useEffect(() => {
    if (state !== 'checking') return undefined
    let isGone = false
    const check = async (): Promise<Checked> => {
      const { giveawayEntrants } = await lateApi()
      const { entrants } = await giveawayEntrants(streamId, pair.opened.giveaway)
      return (await isDrawRight(pair, entrants)) ? 'right' : 'wrong'
    }
    check()
      .catch((): Checked => 'failed')
      .then((found) => {
        if (!isGone) setState(found)
      })
    return () => {
      isGone = true
    }
  }, [state, streamId, pair])
  return (
    <Sheet title={t('gift.check')} onClose={onClose}>
      <div className={css.check}>
        <p role="status" className={css.found}>
          {state === 'right' ? (
            <>
              <IconCheck size={20} stroke={2.5} aria-hidden="true" /> {t('gift.right', { count: drawn.entrants })}
            </>
          ) : (
            t(`gift.${state}`)
          )}
        </p>
        <p>{t('gift.how')}</p>
        <dl>
          <dt>{t('gift.commitment')}</dt>
          <dd>{opened.commitment}</dd>
          <dt>{t('gift.seed')}</dt>
          <dd>{drawn.seed}</dd>
        </dl>
        {state === 'failed' && (
          <Action big kind="quiet" onClick={() => setState('checking')}>
            {t('gift.again')}
          </Action>
        )}
      </div>
    </Sheet>
  )
}

/** The draw that a viewer checks: it stays open when its card goes. */
export const useCheck = (streamId: string) => {
  const [pair, setPair] = useState<GiveawayDraw>()
  const sheet = pair && <CheckSheet streamId={streamId} pair={pair} onClose={() => setPair(undefined)} />
  return [sheet, setPair] as const
}

const Winners = ({ drawn, me }: { readonly drawn: GiveawayDrawn; readonly me: string | undefined }) => {
  const t = useText('room')
  if (drawn.winners.length === 0) return <p>{t('gift.nobody')}</p>
  const isMine = drawn.winners.some(({ userId }) => userId === me)
  return (
    <>
      {isMine && <p className={css.mine}>{t('gift.won')}</p>}
      <p>{t('gift.winners', { names: drawn.winners.map(({ name }) => name).join('、'), count: drawn.entrants })}</p>
    </>
  )
}

/** What is given away: what to say and how long, or who has won. */
const Card = ({
  standing,
  me,
  hasSaid,
  right,
  onSay,
  onCheck,
}: {
  readonly standing: StandingGiveaway
  readonly me: string | undefined
  /** This viewer takes part. */
  readonly hasSaid: boolean
  readonly right: ReactNode
  readonly onSay?: ((word: string) => void) | undefined
  readonly onCheck: (pair: GiveawayDraw) => void
}) => {
  const t = useText('room')
  const { opened, drawn, entrants, isOpen } = standing
  return (
    <section className={css.gift} data-part="gift" aria-label={t('gift.title')}>
      <div className={css.head}>
        <IconGift size={18} stroke={2} aria-hidden="true" />
        <div>
          <h2>{opened.prize}</h2>
          <p className={css.foot}>
            {[
              t('gift.seats', { count: opened.winners }),
              drawn === undefined && t('gift.entrants', { count: entrants }),
              !isOpen && drawn === undefined && t('gift.drawing'),
            ]
              .filter(Boolean)
              .join('・')}
          </p>
        </div>
        {isOpen &&
          onSay &&
          (hasSaid ? (
            <b className={css.in}>
              <IconCheck size={16} stroke={2.5} aria-hidden="true" /> {t('gift.in')}
            </b>
          ) : (
            <button type="button" className={css.say} onClick={() => onSay(opened.word)}>
              {t('gift.say', { word: opened.word })}
            </button>
          ))}
        {right}
      </div>
      {drawn && (
        <div className={css.result} role="status">
          <Winners drawn={drawn} me={me} />
        </div>
      )}
      {drawn && drawn.entrants > 0 && (
        <button type="button" className={css.link} onClick={() => onCheck({ opened, drawn })}>
          {t('gift.check')}
        </button>
      )}
    </section>
  )
}

/** The giveaway that stands, and for a minute who has won. */
const GiveawayBar = ({
  room,
  streamId,
  roomNowMs,
  onSay,
}: {
  readonly room: Pick<RoomState, 'giveaways' | 'entrants' | 'events' | 'pending' | 'you'>
  readonly streamId: string
  readonly roomNowMs: () => number
  readonly onSay?: ((word: string) => void) | undefined
}) => {
  const t = useText('room')
  const [, setTurn] = useState(0)
  const [away, setAway] = useState<string>()
  const [sheet, check] = useCheck(streamId)
  const nowMs = roomNowMs()
  const standing = giveawayAt(newestGiveaway(room.giveaways), room.entrants, nowMs)
  const isThere = standing !== undefined
  useEffect(() => {
    if (!isThere) return undefined
    const timer = setInterval(() => setTurn((turn) => turn + 1), 1000)
    return () => clearInterval(timer)
  }, [isThere])
  if (standing === undefined || (standing.drawn && standing.opened.giveaway === away)) return sheet ?? null
  const { opened, isOpen, drawn } = standing
  const sought = comparableWord(opened.word)
  const says = (text: string): boolean => comparableWord(text).includes(sought)
  const hasSaid =
    room.pending.some(({ text }) => says(text)) ||
    room.events.some(
      (event) =>
        event.kind === 'commented' &&
        event.user.userId === room.you?.userId &&
        'seq' in event &&
        event.seq > opened.seq &&
        says(event.text),
    )
  return (
    <>
      <Card
        standing={standing}
        onCheck={check}
        me={room.you?.userId}
        hasSaid={hasSaid}
        onSay={onSay}
        right={
          isOpen ? (
            <span className={css.left}>{clockText(Math.max(0, opened.untilMs - nowMs))}</span>
          ) : (
            drawn && (
              <button
                type="button"
                className={css.away}
                aria-label={t('gift.away')}
                onClick={() => setAway(opened.giveaway)}
              >
                <IconX size={16} stroke={2} aria-hidden="true" />
              </button>
            )
          )
        }
      />
      {sheet}
    </>
  )
}

/** In a replay: the giveaway at the playhead, from the draw on with who has won. */
const ReplayedGiveaway = ({
  giveaways,
  streamId,
  nowMs,
}: {
  readonly giveaways: readonly GiveawayPair[]
  readonly streamId: string
  readonly nowMs: number
}) => {
  const standing = replayedGiveawayAt(giveaways, nowMs)
  const [sheet, check] = useCheck(streamId)
  return (
    <>
      {standing && <Card standing={standing} onCheck={check} me={undefined} hasSaid={false} right={null} />}
      {sheet}
    </>
  )
}

/** With their own texts. */
export const loadGiveawayBar = () => withTexts(lateTexts, GiveawayBar)
export const loadReplayedGiveaway = () => withTexts(lateTexts, ReplayedGiveaway)
