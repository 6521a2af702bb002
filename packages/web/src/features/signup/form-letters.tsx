import { sessionLetterRoutes } from '@kaimai/contract/letter/automatic-letters.routes.ts'
import { IconMail } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { Link } from 'react-router'
import { call } from '../../lib/http/http.ts'
import { useFormat, useText } from '../../lib/i18n/use-text.tsx'
import { paths } from '../../lib/paths/paths.ts'
import { useMay } from '../../lib/session/use-session.tsx'
import { Button } from '../../ui/button.tsx'
import { askToConfirm } from '../../ui/confirm.tsx'
import { FormSection } from '../../ui/form-section.tsx'
import { icon16 } from '../../ui/icon-props.ts'
import { toast } from '../../ui/toast.tsx'
import { letterTemplateKey } from '../letter-template/letter-template.api.ts'
import { SessionPlan } from '../letter-template/session-plan.api.tsx'
import type { SessionOffer } from './signup.api.ts'

/** So many of the next sessions are listed: the others have a page of their own. */
const sessionsShown = 3

interface FormLettersProps {
  /** Of the form as it is saved. */
  readonly signupId: string
  readonly liveIds: readonly string[]
  readonly lives: SessionOffer['lives']
}

/** What goes when to the people of the form's next sessions, and the button that sends confirmations now. */
export const FormLetters = ({ signupId, liveIds, lives }: FormLettersProps) => {
  const t = useText('signup')
  const f = useFormat()
  const mayWrite = useMay('form', true)
  const queries = useQueryClient()
  const next = lives
    .filter(({ liveId }) => liveIds.includes(liveId))
    .toSorted((a, b) => Date.parse(a.beginAt) - Date.parse(b.beginAt))
    .slice(0, sessionsShown)

  const send = async () => {
    const agreed = await askToConfirm({
      title: t('letters.title'),
      text: t('letters.question'),
      ok: t('letters.ok'),
      run: () =>
        call(sessionLetterRoutes.signupComplete, { body: { signupId } }).then(
          () => undefined,
          (error: Error) => {
            toast.bad(error.message)
            throw error
          },
        ),
    })
    if (!agreed) return
    toast.good(t('letters.done'))
    await queries.invalidateQueries({ queryKey: letterTemplateKey })
  }

  return (
    <FormSection
      title={t('letters.section')}
      why={
        <>
          {t('letters.why')} <Link to={paths.automaticLetters()}>{t('letters.choose')}</Link>
        </>
      }
      action={
        mayWrite && (
          <Button size="s" icon={<IconMail {...icon16} />} onClick={() => void send()}>
            {t('letters.send')}
          </Button>
        )
      }
    >
      {next.length === 0 && <p className="caption">{t('letters.noSession')}</p>}
      {next.map(({ liveId, liveName, beginAt }) => (
        <div key={liveId}>
          <h3>{t('letters.session', { name: liveName, time: f.dateTime(beginAt) })}</h3>
          <SessionPlan liveId={liveId} label={liveName} />
        </div>
      ))}
    </FormSection>
  )
}
