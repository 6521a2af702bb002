import type { ShopperOrder } from '@kaimai/contract/order/order.schema.ts'
import { useState } from 'react'
import { lazyPart } from '../../../lib/audience/lazy-part.tsx'
import { useText } from '../../../lib/i18n/use-text.tsx'
import { Action } from '../../../ui/audience/action.tsx'

const LazyGiveUpSheet = lazyPart(async () => (await import('./unpaid/give-up-sheet.tsx')).loadGiveUpSheet())

/** The buyer's own way out of an unpaid order. */
export const GiveUp = ({
  order,
  orderKey,
  onGone,
}: {
  readonly order: ShopperOrder
  readonly orderKey: string
  readonly onGone: () => Promise<void>
}) => {
  const t = useText('order')
  const [isAsking, setAsking] = useState(false)
  return (
    <>
      <Action kind="soft" onClick={() => setAsking(true)}>
        {t('action.cancel')}
      </Action>
      {isAsking && (
        <LazyGiveUpSheet
          orderNo={order.orderNo}
          orderKey={orderKey}
          hasCode={order.paymentCode !== null}
          onClose={() => setAsking(false)}
          onGone={() => {
            setAsking(false)
            void onGone()
          }}
        />
      )}
    </>
  )
}
