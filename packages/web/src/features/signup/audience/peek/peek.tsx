import { type Peek as PeekAnswer, publicSignupRoutes } from '@kaimai/contract/signup/public-signup.routes.ts'
import { IconPlayerPlay, IconVolume, IconVolumeOff } from '@tabler/icons-react'
import { useCallback, useEffect, useMemo, useState } from 'react'
import { browserClock } from '../../../../lib/clock/clock.ts'
import { call } from '../../../../lib/http/http.ts'
import { isCallError } from '../../../../lib/http/call-error.ts'
import type { LazyTexts } from '../../../../lib/i18n/with-texts.tsx'
import { withTexts } from '../../../../lib/i18n/with-texts.tsx'
import { useText } from '../../../../lib/i18n/use-text.tsx'
import { icon20, icon24 } from '../../../../ui/icon-props.ts'
import css from './peek.module.css'
import { useFilm } from './use-film.ts'

const texts: LazyTexts = {
  namespace: 'signup',
  files: { 'zh-TW': () => import('./text/zh-TW.json'), en: () => import('./text/en.json') },
}

/** A peek as it was opened, and how far the server's clock is ahead of this one, ms. */
interface Opened {
  readonly peek: PeekAnswer
  readonly aheadMs: number
}

const openPeek = async (customUrl: string, key: string): Promise<Opened> => {
  const askedMs = browserClock.now()
  const peek = await call(publicSignupRoutes.peek, { body: { customUrl, key } }, { quiet: true })
  return { peek, aheadMs: Date.parse(peek.now) - (askedMs + browserClock.now()) / 2 }
}

/** Whether the visitor has asked sites to spare their data: then a film is loaded by a tap only. */
const sparesData = (): boolean =>
  'connection' in navigator &&
  typeof navigator.connection === 'object' &&
  navigator.connection !== null &&
  'saveData' in navigator.connection &&
  navigator.connection.saveData === true

/** The form's first field is where the one tap leads. */
const goToForm = (): void => {
  const section = document.querySelector<HTMLElement>('#sign-up-form')
  section?.scrollIntoView({ block: 'start', behavior: 'smooth' })
  section?.querySelector<HTMLElement>('input')?.focus({ preventScroll: true })
}

interface FilmProps extends Pick<PeekProps, 'isUp' | 'onUp' | 'onOver'> {
  readonly opened: Opened
}

const Film = ({ opened: { peek, aheadMs }, isUp, onUp, onOver }: FilmProps) => {
  const t = useText('signup')
  const serverNow = useCallback(() => browserClock.now() + aheadMs, [aheadMs])
  const times = useMemo(
    () => ({ beginAtMs: Date.parse(peek.beginAt), endAtMs: Date.parse(peek.endAt) }),
    [peek.beginAt, peek.endAt],
  )
  const { video, playback, start, unmute, mute } = useFilm(peek.playlistUrl, times, serverNow, onOver)
  const state = playback?.state
  const isOver = state === 'ended' || state === 'unsupported'
  useEffect(() => {
    if (isOver) onOver()
  }, [isOver, onOver])
  const isMoving = state === 'playing' || state === 'stalled'
  useEffect(() => {
    if (isMoving) onUp()
  }, [isMoving, onUp])
  const isMuted = playback?.muted !== false
  return (
    <section
      className={css.peek}
      aria-label={t('peek.video')}
      data-plays
      data-tall={peek.tall || undefined}
      data-up={isUp || undefined}
    >
      <div className={css.film}>
        <video ref={video} className={css.picture} playsInline muted preload="none" tabIndex={-1} />
        <p className={css.state}>
          <b>{t('peek.now')}</b>
          {peek.online > 0 && <span>{t('peek.online', { count: peek.online })}</span>}
          {peek.simulated && <small>{t('peek.simulated')}</small>}
        </p>
        {(state === 'blocked-autoplay' || state === 'paused') && (
          <button type="button" className={css.start} onClick={start}>
            <IconPlayerPlay {...icon24} />
            {t('peek.start')}
          </button>
        )}
        {isMoving && isMuted && (
          <button type="button" className={css.sound} onClick={unmute}>
            <IconVolumeOff {...icon20} />
            {t('peek.sound')}
          </button>
        )}
        {isMoving && !isMuted && (
          <button type="button" className={css.sound} aria-label={t('peek.mute')} onClick={mute}>
            <IconVolume {...icon20} />
          </button>
        )}
      </div>
      <div className={css.talk}>
        <span className={css.lines} aria-hidden="true">
          <i />
          <i />
        </span>
        <p>
          {t('peek.chat')}
          {peek.disclosure && <small>{t('peek.recorded')}</small>}
        </p>
        <button type="button" onClick={goToForm}>
          {t('peek.signUp')}
        </button>
      </div>
    </section>
  )
}

export interface PeekProps {
  readonly customUrl: string
  /** Of the session that runs. */
  readonly sessionKey: string
  /** Its picture moves, in the poster's place: until then it lies over the poster. */
  readonly isUp: boolean
  readonly onUp: () => void
  /** There is nothing to watch any more: the poster stands again. */
  readonly onOver: () => void
}

/** A running live above its form, for who has not signed up: picture and sound, the talk dimmed. */
const Peek = ({ customUrl, sessionKey, ...film }: PeekProps) => {
  const t = useText('signup')
  const [isWanted, setWanted] = useState(() => !sparesData())
  const [opened, setOpened] = useState<Opened>()
  useEffect(() => {
    if (!isWanted) return undefined
    let isGone = false
    openPeek(customUrl, sessionKey).then(
      (found) => {
        if (!isGone) setOpened(found)
      },
      (error: unknown) => {
        // Nothing to watch, or no line: the poster says as much.
        if (!isCallError(error)) throw error
      },
    )
    return () => {
      isGone = true
    }
  }, [isWanted, customUrl, sessionKey])
  if (opened) return <Film opened={opened} {...film} />
  return isWanted ? null : (
    <button type="button" className={css.start} onClick={() => setWanted(true)}>
      <IconPlayerPlay {...icon24} />
      {t('peek.start')}
    </button>
  )
}

/** The part with its own texts, in the page's language. */
export const loadPeek = () => withTexts(texts, Peek)
