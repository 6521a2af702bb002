import { IconArmchair, IconCheck } from '@tabler/icons-react'
import type { PlaceAnswer } from '@kaimai/contract/signup/signup.routes.ts'
import { publicSignupRoutes } from '@kaimai/contract/signup/signup.routes.ts'
import { useEffect, useState, useSyncExternalStore } from 'react'
import { call } from '../../../lib/http/http.ts'
import { useText } from '../../../lib/i18n/use-text.tsx'
import { Action } from '../../../ui/audience/action.tsx'
import { StateMark } from '../../../ui/audience/state-mark.tsx'
import css from './closed-note.module.css'

/** How often a page that stands open tells so, in ms. */
const heartbeatMs = 60_000

/** Tells that the page of somebody who has signed up stands open: nobody loses a place that is being looked at. */
export const useSignOfLife = (customUrl: string, isHolder: boolean): void => {
  useEffect(() => {
    if (!isHolder) return
    const report = () => {
      if (document.visibilityState === 'hidden') return
      // Only a hint: the next one says the same.
      call(publicSignupRoutes.seen, { body: { customUrl } }, { quiet: true }).catch(() => {})
    }
    report()
    const timer = setInterval(report, heartbeatMs)
    return () => clearInterval(timer)
  }, [customUrl, isHolder])
}

const mark = '#keep='
/** The key of the letter's link; it stands behind the #, which no server, log or other page is ever sent. */
const keyInAddress = (): string | undefined =>
  location.hash.startsWith(mark) ? location.hash.slice(mark.length) : undefined

const neverChanges = () => () => {}

type State = PlaceAnswer['state'] | 'asking' | 'failed'

/** Who comes by the letter's link keeps the place, or is told what became of it. */
export const KeepPlace = () => {
  const t = useText('signup')
  const key = useSyncExternalStore(neverChanges, keyInAddress, () => undefined)
  const [state, setState] = useState<State>('asking')
  const [tries, setTries] = useState(0)
  const askAgain = () => {
    setState('asking')
    setTries(tries + 1)
  }
  useEffect(() => {
    if (key === undefined) return
    call(publicSignupRoutes.keepPlace, { body: { key, again: tries > 0 } }, { quiet: true }).then(
      (answer) => setState(answer.state),
      () => setState('failed'),
    )
  }, [key, tries])
  if (key === undefined) return null
  const icon = { size: 28, stroke: 1.75, 'aria-hidden': true } as const
  const isKept = state === 'kept'
  return (
    <section className={css.closed} role="status">
      <StateMark tone={isKept ? 'good' : 'calm'} icon={isKept ? <IconCheck {...icon} /> : <IconArmchair {...icon} />} />
      <h2>{t(`keep.${state}`)}</h2>
      {state !== 'asking' && <p>{t(`keep.${state}Text`)}</p>}
      {state === 'released' && <Action onClick={askAgain}>{t('keep.again')}</Action>}
      {state === 'failed' && <Action onClick={askAgain}>{t('keep.retry')}</Action>}
    </section>
  )
}
