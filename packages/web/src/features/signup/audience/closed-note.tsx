import { IconCalendarOff, IconCreditCardOff, IconMessageCircle } from '@tabler/icons-react'
import type { PublicSignup } from '@kaimai/contract/signup/public-signup.routes.ts'
import { isWebLink } from '../../../lib/audience/web-link.ts'
import { useText } from '../../../lib/i18n/use-text.tsx'
import { ActionLink } from '../../../ui/audience/action.tsx'
import { StateMark } from '../../../ui/audience/state-mark.tsx'
import { icon20, icon28 } from '../../../ui/icon-props.ts'
import css from './closed-note.module.css'
import type { FormState } from './session-state.ts'
import type { Unsellable } from './unsellable.ts'

const labelsOf = ({ paused, sessions }: PublicSignup, state: FormState, why: Unsellable | undefined): string => {
  if (state === 'over') return paused ? 'paused' : sessions.length > 1 ? 'all' : 'one'
  return why ?? 'full'
}

/** Nobody can sign up here at the moment: why, and what to do instead. */
export const ClosedNote = ({
  page,
  state,
  why,
}: {
  page: PublicSignup
  state: FormState
  why: Unsellable | undefined
}) => {
  const t = useText('signup')
  const words = labelsOf(page, state, why)
  return (
    <section className={css.closed} role="status">
      <StateMark
        tone="calm"
        icon={words === 'notPayable' ? <IconCreditCardOff {...icon28} /> : <IconCalendarOff {...icon28} />}
      />
      <h2>{t(`over.${words}`)}</h2>
      <p>{t(`over.${words}Text`, { firm: page.firm.name })}</p>
      {isWebLink(page.firm.contactLink) && (
        <ActionLink away kind="filled" href={page.firm.contactLink} icon={<IconMessageCircle {...icon20} />}>
          {t('over.contact', { firm: page.firm.name })}
        </ActionLink>
      )}
    </section>
  )
}
