import { clsx } from 'clsx'
import { useText } from '../../lib/i18n/use-text.tsx'
import { Devices } from '../member/devices.tsx'
import { OneDeviceSwitch } from './one-device-switch.tsx'
import { PasswordForm } from '../member/password-form.tsx'
import css from './security.module.css'
import { Block } from './section-frame.tsx'

/** What every member decides for oneself, whatever else one may. */
export const SecuritySection = () => {
  const t = useText('firm')
  return (
    <div className={clsx('stack', css.security)}>
      <Block title={t('security.password')} why={t('security.passwordWhy')}>
        <PasswordForm />
      </Block>
      <Block title={t('security.devices')} why={t('security.devicesWhy')}>
        <OneDeviceSwitch />
        <Devices />
      </Block>
    </div>
  )
}
