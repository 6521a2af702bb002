import { IconArmchair, IconCheck } from '@tabler/icons-react'
import type { PlaceAnswer } from '@kaimai/contract/signup/public-signup.routes.ts'
import { publicSignupRoutes } from '@kaimai/contract/signup/public-signup.routes.ts'
import { useState } from 'react'
import { call } from '../../../../lib/http/http.ts'
import { useText } from '../../../../lib/i18n/use-text.tsx'
import { type LazyTexts, withTexts } from '../../../../lib/i18n/with-texts.tsx'
import { Action } from '../../../../ui/audience/action.tsx'
import { StateMark } from '../../../../ui/audience/state-mark.tsx'
import { icon28 } from '../../../../ui/icon-props.ts'
import css from '../closed-note.module.css'

const texts: LazyTexts = {
  namespace: 'signup',
  files: { 'zh-TW': () => import('./text/zh-TW.json'), en: () => import('./text/en.json') },
}

type State = PlaceAnswer['state'] | 'opened' | 'asking' | 'failed'

/**
 * A person who follows the letter's link keeps the place, or reads what became of it. A button keeps it, for mail programs
 * open links by themselves.
 */
const KeepPlace = ({ linkKey }: { linkKey: string }) => {
  const t = useText('signup')
  const [state, setState] = useState<State>('opened')
  const ask = (again: boolean) => () => {
    setState('asking')
    call(publicSignupRoutes.keepPlace, { body: { key: linkKey, again } }, { quiet: true }).then(
      (answer) => setState(answer.state),
      () => setState('failed'),
    )
  }
  const isKept = state === 'kept'
  return (
    <section className={css.closed} role="status">
      <StateMark
        tone={isKept ? 'good' : 'calm'}
        icon={isKept ? <IconCheck {...icon28} /> : <IconArmchair {...icon28} />}
      />
      <h2>{t(`keep.${state}`)}</h2>
      {state !== 'asking' && <p>{t(`keep.${state}Text`)}</p>}
      {state === 'opened' && <Action onClick={ask(false)}>{t('keep.keep')}</Action>}
      {state === 'released' && <Action onClick={ask(true)}>{t('keep.again')}</Action>}
      {state === 'failed' && <Action onClick={ask(false)}>{t('keep.retry')}</Action>}
    </section>
  )
}

/** The part with its own texts, in the page's language. */
export const loadKeepPlace = () => withTexts(texts, KeepPlace)
