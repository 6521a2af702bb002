import { IconGift } from '@tabler/icons-react'
import type { GiveawayDraw } from '@kaimai/contract/room/giveaway.schema.ts'
import { clsx } from 'clsx'
import { useEffect, useState } from 'react'
import { useText } from '../../../../lib/i18n/use-text.tsx'
import { withTexts } from '../../../../lib/i18n/with-texts.tsx'
import { icon22 } from '../../../../ui/icon-props.ts'
import { lateApi } from '../entry/lazy-api.ts'
import { useCheck } from '../room/giveaway-bar.tsx'
import { lateTexts } from '../room/lazy-texts.ts'
import css from './end-page.module.css'

/** What was still open when the live ended is drawn soon after: it is asked for again, so often and after so long. */
const maxTries = 4
const againAfterMs = 15_000

/** What was given away and to whom, once the live is over; anybody may draw again. Nothing where nothing was. */
const EndedGiveaways = ({ streamId }: { readonly streamId: string }) => {
  const t = useText('room')
  const [draws, setDraws] = useState<readonly GiveawayDraw[]>([])
  const [sheet, check] = useCheck(streamId)
  useEffect(() => {
    let tries = 0
    let isGone = false
    let timer: ReturnType<typeof setTimeout> | undefined
    const ask = async (): Promise<void> => {
      tries += 1
      // Beside everything else of the page: without an answer it is as if nothing had been given away.
      const found = await lateApi()
        .then(({ giveawayDraws }) => giveawayDraws(streamId))
        .catch(() => undefined)
      if (isGone) return
      if (found) setDraws(found.draws)
      if (tries < maxTries) timer = setTimeout(() => void ask(), againAfterMs)
    }
    void ask()
    return () => {
      isGone = true
      clearTimeout(timer)
    }
  }, [streamId])
  if (draws.length === 0) return null
  return (
    <>
      <h2 className={css.section}>{t('gift.results')}</h2>
      <ul>
        {draws.map((draw) => {
          const { opened, drawn } = draw
          const names = drawn.winners.map(({ name }) => name).join('、')
          return (
            <li key={opened.giveaway} className={clsx('row', css.gift)}>
              <IconGift className="icon-muted" {...icon22} />
              <span className={clsx('grow', css.words)}>
                <b>{opened.prize}</b>
                <small className="small">
                  {names === '' ? t('gift.nobody') : t('gift.winners', { names, count: drawn.entrants })}
                </small>
              </span>
              {drawn.entrants > 0 && (
                <button type="button" onClick={() => check(draw)}>
                  {t('gift.check')}
                  <span className="sr-only">{opened.prize}</span>
                </button>
              )}
            </li>
          )
        })}
      </ul>
      {sheet}
    </>
  )
}

/** With their own texts. */
export const loadEndedGiveaways = () => withTexts(lateTexts, EndedGiveaways)
