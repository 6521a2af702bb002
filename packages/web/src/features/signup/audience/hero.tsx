import { IconCalendarEvent } from '@tabler/icons-react'
import type { PublicSignup } from '@kaimai/contract/signup/public-signup.routes.ts'
import { clsx } from 'clsx'
import type { Format } from '../../../lib/i18n/format.ts'
import { useText } from '../../../lib/i18n/use-text.tsx'
import { FirmMark } from '../../../ui/audience/firm-mark.tsx'
import { icon16 } from '../../../ui/icon-props.ts'
import type { Session } from './page-data.ts'
import block from './block.module.css'
import css from './hero.module.css'

/** Who invites, when, to what: what the first look must answer. */
export const Hero = ({
  page,
  session,
  lead,
  format,
}: {
  page: PublicSignup
  session: Session | undefined
  /** Sanitised HTML without blocks. */
  lead: string
  format: Format
}) => {
  const t = useText('signup')
  return (
    <header className={css.pitch}>
      <p className={css.by}>
        <FirmMark name={page.firm.name} imgUrl={page.firm.imgUrl} />
        {page.firm.name}
      </p>
      {session && (
        <p className={css.when}>
          <IconCalendarEvent {...icon16} />
          {t('when', { when: format.dayTime(session.beginAt) })}
        </p>
      )}
      <h1>{page.signupTitle}</h1>
      {lead !== '' && <p className={clsx(block.prose, css.lead)} dangerouslySetInnerHTML={{ __html: lead }} />}
    </header>
  )
}
