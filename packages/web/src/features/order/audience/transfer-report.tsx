import type { ShopperOrder } from '@kaimai/contract/order/order.schema.ts'
import { IconCheck } from '@tabler/icons-react'
import { useState } from 'react'
import { lazyPart } from '../../../lib/audience/lazy-part.tsx'
import { useText } from '../../../lib/i18n/use-text.tsx'
import { Action } from '../../../ui/audience/action.tsx'
import { icon20 } from '../../../ui/icon-props.ts'
import css from './order-state.module.css'

const LazyTransferSheet = lazyPart(async () => (await import('./transfer/transfer-sheet.tsx')).loadTransferSheet())

/** A bank transfer that nobody sees but the buyer and the bank: its buyer says that it was made. */
export const TransferReport = ({
  order: { transferDigits },
  orderKey,
  reload,
}: {
  readonly order: ShopperOrder
  readonly orderKey: string
  readonly reload: () => Promise<unknown>
}) => {
  const t = useText('order')
  const [isAsking, setAsking] = useState(false)
  const isReported = transferDigits !== ''
  return (
    <>
      {isReported && (
        <p className={css.reported}>
          <IconCheck {...icon20} />
          {t('transfer.reported', { digits: transferDigits })}
        </p>
      )}
      <Action big={!isReported} kind={isReported ? 'quiet' : 'filled'} onClick={() => setAsking(true)}>
        {t(isReported ? 'transfer.mend' : 'transfer.report')}
      </Action>
      {isAsking && (
        <LazyTransferSheet
          orderKey={orderKey}
          digits={transferDigits}
          onClose={() => setAsking(false)}
          onReported={() => {
            setAsking(false)
            void reload()
          }}
        />
      )}
    </>
  )
}
