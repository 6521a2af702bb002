import { useText } from '../../lib/i18n/use-text.tsx'
import { FormSection } from '../../ui/form-section.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { PasswordForm } from './password-form.tsx'
import { Devices } from './devices.tsx'
import { MyProfile } from './profile.tsx'

/** What every member sets of oneself, whatever the role. */
export const AccountPage = () => {
  const t = useText('member')
  return (
    <>
      <PageHeader title={t('account.title')} lead={t('account.lead')} />
      <div style={{ maxWidth: 720 }}>
        <FormSection title={t('me.title')} why={t('me.why')}>
          <MyProfile />
        </FormSection>
        <FormSection title={t('account.password')} why={t('account.passwordWhy')}>
          <PasswordForm />
        </FormSection>
        <FormSection title={t('devices.title')} why={t('devices.why')}>
          <Devices />
        </FormSection>
      </div>
    </>
  )
}
