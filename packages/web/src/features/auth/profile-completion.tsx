import { isDefaultFirmName } from '@kaimai/contract/firm/firm.rules.ts'
import { lazy, Suspense, useState } from 'react'
import { useLoggedIn } from '../../lib/session/use-session.tsx'

const NewMerchantModal = lazy(() =>
  import('./new-merchant-modal.tsx').then((module) => ({ default: module.NewMerchantModal })),
)

/** Opens while the firm has no name of its own or the member no phone (spec section 2). */
export const ProfileCompletion = () => {
  const { firmInfo, userInfo } = useLoggedIn()
  const [settled, setSettled] = useState(false)
  if (!isDefaultFirmName(firmInfo.name) && userInfo.userPhone !== '') return null
  return (
    <Suspense fallback={null}>
      <NewMerchantModal open={!settled} onSettled={() => setSettled(true)} />
    </Suspense>
  )
}
