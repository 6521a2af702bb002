import { useMutation } from '@tanstack/react-query'
import { useText } from '../../lib/i18n/use-text.tsx'
import { useFirm, useLoggedIn, useSessionActions } from '../../lib/session/use-session.tsx'
import { LabelledSwitch } from '../../ui/field.tsx'
import { toast } from '../../ui/toast.tsx'
import { setOneDevice } from './firm.api.ts'

/** Saved at once: it is one decision, and nothing is lost by taking it back. */
export const OneDeviceSwitch = () => {
  const t = useText('firm')
  const { firmId } = useFirm()
  const { userInfo } = useLoggedIn()
  const session = useSessionActions()
  const change = useMutation({
    mutationFn: (on: boolean) => setOneDevice(firmId, on),
    onSuccess: async (_, on) => {
      await session.refresh()
      toast.good(t(on ? 'security.oneOn' : 'security.oneOff'))
    },
  })
  return (
    <LabelledSwitch
      name="oneDeviceStatus"
      label={t('security.oneDevice')}
      description={t('security.oneDeviceHint')}
      value={change.isPending ? (change.variables ?? userInfo.oneDeviceStatus) : userInfo.oneDeviceStatus}
      onChange={(on) => change.mutate(on)}
      error={undefined}
      disabled={change.isPending}
    />
  )
}
