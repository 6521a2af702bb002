import { PasswordChange } from '@kaimai/contract/firm/firm.schema.ts'
import { useText } from '../../lib/i18n/use-text.tsx'
import { useSchemaForm } from '../../lib/form/use-schema-form.ts'
import { useFirm, useLoggedIn } from '../../lib/session/use-session.tsx'
import { Button } from '../../ui/button.tsx'
import { LabelledPassword } from '../../ui/field.tsx'
import { toast } from '../../ui/toast.tsx'
import { updatePassword } from '../firm/firm.api.ts'
import css from './password-form.module.css'

const empty = { password: '', newPassword: '' }

/** The own password: the current one, and the new one. */
export const PasswordForm = ({ onDone }: { onDone?: () => void }) => {
  const t = useText('firm')
  const { firmId } = useFirm()
  const { userInfo } = useLoggedIn()
  const form = useSchemaForm({
    schema: PasswordChange,
    initial: empty,
    guardedPart: 'section',
    save: (values) => updatePassword(firmId, values),
    onSaved: () => {
      form.reset(empty)
      toast.good(t('security.changed'))
      onDone?.()
    },
  })
  return (
    <form className={css.form} onSubmit={(event) => void form.submit(event)} noValidate>
      {/* Password managers learn from this whose password it is. */}
      <input type="hidden" name="username" autoComplete="username" value={userInfo.userEmail} readOnly />
      <LabelledPassword
        {...form.field('password')}
        label={t('security.current')}
        required
        autoComplete="current-password"
      />
      <LabelledPassword
        {...form.field('newPassword')}
        label={t('security.new')}
        required
        autoComplete="new-password"
        description={t('security.newHint')}
      />
      {form.failure !== undefined && (
        <p className={css.failure} role="alert">
          {form.failure}
        </p>
      )}
      <Button type="submit" busy={form.saving} disabled={!form.dirty}>
        {t('security.change')}
      </Button>
    </form>
  )
}
