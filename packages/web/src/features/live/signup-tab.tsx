import type { LiveStatus } from '@kaimai/contract/live/live.rules.ts'
import { IconClipboardPlus, IconExternalLink, IconUsers } from '@tabler/icons-react'
import { clsx } from 'clsx'
import { Link } from 'react-router'
import { useFormat, useText } from '../../lib/i18n/use-text.tsx'
import { paths } from '../../lib/paths/paths.ts'
import { useMay } from '../../lib/session/use-session.tsx'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { FormSection } from '../../ui/form-section.tsx'
import { icon16 } from '../../ui/icon-props.ts'
import { StatusChip } from '../../ui/status-chip.tsx'
import { SessionPlan } from '../letter-template/session-plan.api.tsx'
import type { LiveShown } from './live-values.ts'
import { SendReminder } from './send-reminder.tsx'
import { ShareLinks } from './share-links.tsx'
import css from './signup-tab.module.css'

export interface SignupTabLive {
  readonly id: string
  readonly streamId: string
  readonly shortUrl: string
  readonly status: LiveStatus
  readonly signupList: LiveShown['signupList']
}

/** Who is coming, by which forms, and the links to hand on. */
export const SignupTab = ({ live }: { live: SignupTabLive | undefined }) => {
  const t = useText('live')
  if (!live)
    return (
      <FormSection title={t('signups.title')} why={t('signups.why')}>
        <EmptyState art="people" title={t('signups.saveFirst')} text={t('signups.saveFirstText')} />
      </FormSection>
    )
  return (
    <>
      <Forms live={live} />
      <Letters live={live} />
      <FormSection title={t('signups.share')} why={t('signups.shareWhy')}>
        {live.status === 'draft' ? (
          <p className={css.later}>{t('signups.shareLater')}</p>
        ) : (
          <ShareLinks streamId={live.streamId} shortUrl={live.shortUrl} />
        )}
      </FormSection>
    </>
  )
}

/** What goes when to who has signed up, and the button that sends now. */
const Letters = ({ live: { id, status, signupList } }: { live: SignupTabLive }) => {
  const t = useText('live')
  const maySee = useMay('form')
  const mayForm = useMay('form', true)
  if (!maySee || status === 'draft') return null
  const signups = signupList.reduce((sum, each) => sum + each.signups, 0)
  return (
    <FormSection
      title={t('letters.title')}
      why={
        <>
          {t('letters.why')} <Link to={paths.automaticLetters()}>{t('letters.choose')}</Link>
        </>
      }
      action={mayForm && <SendReminder liveId={id} status={status} signups={signups} />}
    >
      <SessionPlan liveId={id} label={t('letters.title')} />
    </FormSection>
  )
}

const Forms = ({ live: { id, signupList, status } }: { live: SignupTabLive }) => {
  const t = useText('live')
  const f = useFormat()
  const mayForm = useMay('form', true)
  const maySee = useMay('form')
  const total = signupList.reduce((sum, { signups }) => sum + signups, 0)
  const make = mayForm && status !== 'draft' && (
    <Button
      size="s"
      icon={<IconClipboardPlus {...icon16} />}
      to={paths.manageFormNew({ pageStatus: 'create', pageType: 'free' }, { liveId: id })}
    >
      {t('signups.make')}
    </Button>
  )
  return (
    <FormSection title={t('signups.title')} why={t('signups.why')}>
      {signupList.length === 0 ? (
        <EmptyState
          art="people"
          title={t('signups.none')}
          text={t(status === 'draft' ? 'signups.noneDraft' : 'signups.noneText')}
          action={make}
        />
      ) : (
        <ul className={css.forms}>
          {signupList.map((form) => (
            <li key={form.id}>
              <span className={clsx('grow', css.words)}>
                {maySee ? (
                  <Link
                    className="name-line"
                    to={paths.manageFormEdit({ pageStatus: 'edit', pageType: 'free', pageId: form.id })}
                  >
                    {form.signupTitle}
                  </Link>
                ) : (
                  <b className="name-line">{form.signupTitle}</b>
                )}
                <small className="clip caption">{form.path}</small>
              </span>
              <StatusChip colour={form.isPublished ? 'green' : 'grey'}>
                {t(form.isPublished ? 'signups.published' : 'signups.unpublished')}
              </StatusChip>
              <span className={css.count}>
                {maySee ? (
                  <Link to={paths.manageFormUsers({ signupId: form.id })}>
                    {t('signups.count', { count: form.signups })}
                  </Link>
                ) : (
                  f.number(form.signups)
                )}
              </span>
              {form.isPublished && (
                <Button
                  size="s"
                  kind="plain"
                  href={form.path}
                  icon={<IconExternalLink {...icon16} />}
                  aria-label={t('signups.openForm', { name: form.signupTitle })}
                >
                  {t('signups.open')}
                </Button>
              )}
            </li>
          ))}
        </ul>
      )}
      {signupList.length > 0 && (
        <div className="wrap">
          {make}
          {status !== 'draft' && (
            <Button size="s" icon={<IconUsers {...icon16} />} to={paths.liveUsers({ liveId: id })}>
              {t('signups.people', { count: total })}
            </Button>
          )}
        </div>
      )}
    </FormSection>
  )
}
