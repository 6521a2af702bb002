import { isDefaultFirmName } from '@kaimai/contract/firm/firm.rules.ts'
import { NewFirmSetting } from '@kaimai/contract/firm/firm.schema.ts'
import { useId } from 'react'
import { useSchemaForm } from '../../lib/form/use-schema-form.ts'
import { useText } from '../../lib/i18n/use-text.tsx'
import { useLoggedIn } from '../../lib/session/use-session.tsx'
import { Button } from '../../ui/button.tsx'
import { LabelledInput } from '../../ui/field.tsx'
import { Modal } from '../../ui/modal.tsx'
import { toast } from '../../ui/toast.tsx'
import { settleMerchant } from './auth.api.ts'
import { PhoneField } from './auth-fields.tsx'
import css from './profile-completion.module.css'

/** Between success and reload (spec section 9). */
const reloadAfterMs = 500

/** Titled 「新商家資料設定」, can't be closed. */
export const NewMerchantModal = ({ open, onSettled }: { open: boolean; onSettled: () => void }) => {
  const t = useText('auth')
  const id = useId()
  const { firmInfo, userInfo } = useLoggedIn()
  const form = useSchemaForm({
    schema: NewFirmSetting,
    initial: {
      name: isDefaultFirmName(firmInfo.name) ? '' : firmInfo.name,
      userName: userInfo.userName,
      userPhone: userInfo.userPhone,
      firmId: firmInfo.firmId,
      userId: userInfo.userId,
    },
    guarded: false,
    save: (body) => settleMerchant({ body }),
    onSaved: () => {
      toast.good(t('merchant.done'))
      onSettled()
      setTimeout(() => location.reload(), reloadAfterMs)
    },
    onFailed: (message) => toast.bad(message),
  })
  return (
    <Modal
      open={open}
      title={t('merchant.title')}
      width={520}
      footer={
        <Button type="submit" form={id} kind="primary" busy={form.saving}>
          {t('merchant.submit')}
        </Button>
      }
    >
      <form id={id} className="stack" onSubmit={(event) => void form.submit(event)} noValidate>
        <LabelledInput {...form.field('name')} label={t('merchant.name')} required max={60} autoFocus />
        <LabelledInput {...form.field('userName')} label={t('merchant.userName')} required autoComplete="name" />
        <PhoneField {...form.field('userPhone')} />
        <p className={css.notice}>{t('merchant.notice')}</p>
      </form>
    </Modal>
  )
}
