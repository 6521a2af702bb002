import { meRoutes } from '@kaimai/contract/member/member.routes.ts'
import { type Me, MeChange } from '@kaimai/contract/member/member.schema.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { clsx } from 'clsx'
import { useId, useState } from 'react'
import { useSchemaForm } from '../../lib/form/use-schema-form.ts'
import { useText } from '../../lib/i18n/use-text.tsx'
import { useSessionActions } from '../../lib/session/use-session.tsx'
import { Button } from '../../ui/button.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { LabelledInput, LabelledPassword } from '../../ui/field.tsx'
import { TwoLines } from '../../ui/figure.tsx'
import { TwoColumns } from '../../ui/form-section.tsx'
import { Modal } from '../../ui/modal.tsx'
import { SkeletonForm } from '../../ui/skeleton.tsx'
import { toast } from '../../ui/toast.tsx'
import { askForEmail, changeMyself, memberKey, myself } from './member.api.ts'
import css from './members.module.css'

/** A member's own name, phone and e-mail. */
export const MyProfile = () => {
  const query = useQuery(myself())
  if (query.isPending) return <SkeletonForm fields={3} />
  if (query.isError) return <ErrorState title={query.error.message} onRetry={() => void query.refetch()} />
  return <ProfileForm key={`${query.data.userName} ${query.data.userPhone}`} me={query.data} />
}

const ProfileForm = ({ me }: { me: Me }) => {
  const t = useText('member')
  const queries = useQueryClient()
  const session = useSessionActions()
  const [changing, setChanging] = useState(false)
  const form = useSchemaForm({
    schema: MeChange,
    initial: { userName: me.userName, userPhone: me.userPhone },
    save: async (body) => {
      queries.setQueryData(myself().queryKey, await changeMyself(body))
      await session.refresh()
      toast.good(t('me.saved'))
    },
    onFailed: (message) => toast.bad(message),
  })
  return (
    <form className={clsx('stack', css.mine)} onSubmit={(event) => void form.submit(event)} noValidate>
      <TwoColumns>
        <LabelledInput {...form.field('userName')} label={t('me.userName')} required autoComplete="name" />
        <LabelledInput
          {...form.field('userPhone')}
          label={t('me.userPhone')}
          optional
          type="tel"
          inputMode="tel"
          autoComplete="tel"
        />
      </TwoColumns>
      <div className={clsx('between', css.line)}>
        <TwoLines sub={t('me.account')}>
          <span>{me.account}</span>
        </TwoLines>
      </div>
      <div className={clsx('between', css.line)}>
        <TwoLines sub={t('me.email')}>
          <span>{me.userEmail}</span>
        </TwoLines>
        <Button size="s" aria-haspopup="dialog" onClick={() => setChanging(true)}>
          {t('me.changeEmail')}
        </Button>
      </div>
      {me.pendingEmail !== '' && <p className={css.pending}>{t('me.pending', { email: me.pendingEmail })}</p>}
      <div>
        <Button kind="primary" type="submit" disabled={!form.dirty} busy={form.saving}>
          {t('me.save')}
        </Button>
      </div>
      {changing && <EmailModal onClose={() => setChanging(false)} />}
    </form>
  )
}

const EmailModal = ({ onClose }: { onClose: () => void }) => {
  const t = useText('member')
  const queries = useQueryClient()
  const formId = useId()
  const form = useSchemaForm({
    schema: meRoutes.changeEmail.body,
    initial: { email: '', password: '' },
    guarded: false,
    save: async (body) => {
      await askForEmail(body)
      await queries.invalidateQueries({ queryKey: [...memberKey, 'me'] })
      toast.good(t('me.emailSent', { email: body.email }))
      onClose()
    },
  })
  return (
    <Modal
      open
      onClose={onClose}
      title={t('me.emailTitle')}
      footer={
        <>
          <Button onClick={onClose}>{t('action.cancel')}</Button>
          <Button kind="primary" type="submit" form={formId} busy={form.saving}>
            {t('me.emailSubmit')}
          </Button>
        </>
      }
    >
      {/* React hands the event on to the form that the dialog was opened from. */}
      <form
        id={formId}
        className={clsx('stack', css.mine)}
        onSubmit={(event) => {
          event.stopPropagation()
          void form.submit(event)
        }}
        noValidate
      >
        <p className="lead-line">{t('me.emailLead')}</p>
        <LabelledInput
          {...form.field('email')}
          label={t('me.newEmail')}
          required
          type="email"
          inputMode="email"
          autoComplete="email"
          autoFocus
        />
        <LabelledPassword
          {...form.field('password')}
          label={t('me.password')}
          required
          autoComplete="current-password"
        />
        {form.failure !== undefined && (
          <p className={css.error} role="alert">
            {form.failure}
          </p>
        )}
      </form>
    </Modal>
  )
}
