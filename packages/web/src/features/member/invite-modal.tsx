import { InvitationBody, type RoleShown } from '@kaimai/contract/member/member.schema.ts'
import { useQueryClient } from '@tanstack/react-query'
import { IconSend } from '@tabler/icons-react'
import { clsx } from 'clsx'
import { useId } from 'react'
import { useSchemaForm } from '../../lib/form/use-schema-form.ts'
import { useText } from '../../lib/i18n/use-text.tsx'
import { Button } from '../../ui/button.tsx'
import { LabelledInput } from '../../ui/field.tsx'
import { icon16 } from '../../ui/icon-props.ts'
import { Modal } from '../../ui/modal.tsx'
import { toast } from '../../ui/toast.tsx'
import { inviteMember, memberKey } from './member.api.ts'
import css from './members.module.css'
import { RoleChoice } from './role-choice.tsx'

const InviteFields = InvitationBody.pick({ email: true, role: true })

/** Asks for an address and a role, and sends the letter. */
export const InviteModal = ({ roles, onClose }: { roles: readonly RoleShown[]; onClose: () => void }) => {
  const t = useText('member')
  const queries = useQueryClient()
  const formId = useId()
  const form = useSchemaForm({
    schema: InviteFields,
    initial: { email: '', role: 'host' },
    guarded: false,
    save: async (body) => {
      const { email } = await inviteMember(body)
      await queries.invalidateQueries({ queryKey: [...memberKey, 'invitation'] })
      toast.good(t('inviteModal.done', { email }))
      onClose()
    },
  })
  return (
    <Modal
      open
      onClose={onClose}
      closeOnClickOutside={!form.dirty}
      title={t('inviteModal.title')}
      width={520}
      footer={
        <>
          <Button onClick={onClose}>{t('action.cancel')}</Button>
          <Button kind="primary" type="submit" form={formId} icon={<IconSend {...icon16} />} busy={form.saving}>
            {t('inviteModal.submit')}
          </Button>
        </>
      }
    >
      <form id={formId} className="stack-l" onSubmit={(event) => void form.submit(event)} noValidate>
        <p className="lead-line">{t('inviteModal.lead')}</p>
        <LabelledInput
          {...form.field('email')}
          label={t('inviteModal.email')}
          required
          type="email"
          inputMode="email"
          placeholder="name@example.com"
          autoFocus
        />
        <div className={clsx('stack-m', css.group)}>
          <h3>{t('inviteModal.role')}</h3>
          <RoleChoice value={form.values.role} given={roles} onChange={(role) => form.set({ role })} />
        </div>
        {form.failure !== undefined && (
          <p className={css.error} role="alert">
            {form.failure}
          </p>
        )}
      </form>
    </Modal>
  )
}
