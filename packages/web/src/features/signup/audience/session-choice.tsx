import { IconChevronDown } from '@tabler/icons-react'
import { clsx } from 'clsx'
import { useMemo } from 'react'
import { createFormat, type Format } from '../../../lib/i18n/format.ts'
import { useViewerZone } from '../../../lib/audience/use-viewer.ts'
import { homeZone } from '../../../lib/i18n/browser-time-zone.ts'
import { useLanguage, useText } from '../../../lib/i18n/use-text.tsx'
import { icon20 } from '../../../ui/icon-props.ts'
import type { Session } from './page-data.ts'
import block from './block.module.css'
import css from './session-choice.module.css'
import { fewPlaces, isHeldBy, sessionMinutes, soonMs, stateAt } from './session-state.ts'
import { useSessionLabels } from './use-session-labels.ts'

interface Look {
  readonly nowMs: number
  readonly format: Format
}

interface Chip {
  readonly text: string
  readonly tone: 'live' | 'warn' | 'good' | 'calm'
}

const chipSoft = { live: 'soft-red', warn: 'soft-yellow', good: 'soft-green', calm: 'soft-grey' } as const

const useChips = () => {
  const t = useText('signup')
  return (session: Session, isHeld: boolean, { nowMs }: Look): Chip[] => {
    const state = stateAt(session, nowMs)
    if (state === 'over') return [{ text: t('session.over'), tone: 'calm' }]
    const held: Chip[] = isHeld ? [{ text: t('session.held'), tone: 'good' }] : []
    if (state === 'full') return [...held, { text: t('session.full'), tone: 'calm' }]
    const few: Chip[] =
      session.left !== null && session.left <= fewPlaces && !isHeld
        ? [{ text: t('session.left', { count: session.left }), tone: 'warn' }]
        : []
    if (state === 'live') return [{ text: t('session.live'), tone: 'live' }, ...held, ...few]
    const waitMs = Date.parse(session.beginAt) - nowMs
    const soon: Chip[] =
      waitMs <= 4 * soonMs ? [{ text: t('session.soon', { count: Math.ceil(waitMs / 60_000) }), tone: 'warn' }] : []
    return [...soon, ...held, ...few]
  }
}

/** The time of a session at the shop, where the viewer's clock differs; undefined where both are the same. */
const useShopTime = (nowMs: number, format: Format) => {
  const language = useLanguage()
  const minute = Math.floor(nowMs / 60_000)
  const shop = useMemo(() => createFormat(language, homeZone, () => minute * 60_000), [language, minute])
  return ({ beginAt }: Session): string | undefined =>
    shop.zone(beginAt) === format.zone(beginAt) ? undefined : shop.dayTime(beginAt)
}

/** One session to choose: its day, time, length, and whether there is a place. */
const SessionCard = (
  props: {
    session: Session
    isHeld: boolean
    onChoose: (key: string) => void
    isFirstChoice: boolean
    shopTime: string | undefined
  } & Look,
) => {
  const { session, isHeld, onChoose, isFirstChoice, shopTime, nowMs, format } = props
  const t = useText('signup')
  const zone = useViewerZone()
  const words = useSessionLabels(nowMs, format)
  const chipsOf = useChips()
  const state = stateAt(session, nowMs)
  const isOff = state === 'over' || (state === 'full' && !isHeld)
  const { day, weekday } = words.calendarDay(session, zone)
  const minutes = sessionMinutes(session)
  return (
    <label className={clsx(css.session, isOff && css.off)}>
      <input
        className={clsx('native-input', css.radio)}
        type="radio"
        name="session"
        value={session.key}
        defaultChecked={isFirstChoice && !isOff}
        disabled={isOff}
        onChange={() => onChoose(session.key)}
      />
      <span className={css.day}>
        <b>{day}</b>
        <small className="tiny">{weekday}</small>
      </span>
      <span className="grow">
        <span className={css.when}>
          <span>{words.when(session, zone)}</span>
          {chipsOf(session, isHeld, props).map(({ text, tone }) => (
            <span key={text} className={clsx(chipSoft[tone], css.chip, tone === 'live' && css.live)}>
              {text}
            </span>
          ))}
        </span>
        <span className={css.title}>
          {session.title}
          {t('dot')}
          <span className={css.length}>{t('session.minutes', { count: minutes })}</span>
        </span>
        {shopTime !== undefined && <span className={css.title}>{t('session.shopTime', { when: shopTime })}</span>}
      </span>
      <span className={css.dot} aria-hidden="true" />
    </label>
  )
}

/** More than this are folded: the soonest stand open. */
const maxOpen = 5

export const SessionChoice = ({
  sessions,
  heldIds,
  chosenKey,
  onChoose,
  ...look
}: {
  sessions: readonly Session[]
  /** Lives this visitor has a place in. */
  heldIds: readonly string[]
  chosenKey: string | undefined
  onChoose: (key: string) => void
} & Look) => {
  const t = useText('signup')
  const zone = useViewerZone()
  const shopTimeOf = useShopTime(look.nowMs, look.format)
  const [first] = sessions
  if (!first) return null
  const offset = look.format.zone(first.beginAt).replace('GMT', 'UTC')
  const isElsewhere = shopTimeOf(first) !== undefined
  const openCount = sessions.length > maxOpen ? maxOpen - 1 : sessions.length
  const more = sessions.slice(openCount)
  const cardOf = (session: Session) => (
    <SessionCard
      key={session.key}
      session={session}
      isHeld={isHeldBy(session, heldIds)}
      onChoose={onChoose}
      isFirstChoice={session.key === chosenKey}
      shopTime={shopTimeOf(session)}
      {...look}
    />
  )
  return (
    <fieldset className={css.block} aria-labelledby="sessions-title">
      <h2 className={block.title} id="sessions-title">
        {t(sessions.length === 1 ? 'session.headingOne' : 'session.heading')}
      </h2>
      <p className={block.lead}>
        {isElsewhere ? t('session.zoneOwn', { offset, zone }) : t('session.zoneHome', { offset })}
      </p>
      {sessions.slice(0, openCount).map(cardOf)}
      {more.length > 0 && (
        <details className={css.more} open={more.some(({ key }) => key === chosenKey) || undefined}>
          <summary>
            {t('session.more', { count: more.length })}
            <IconChevronDown {...icon20} />
          </summary>
          {more.map(cardOf)}
        </details>
      )}
    </fieldset>
  )
}
