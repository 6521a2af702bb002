import type { PaymentCode } from '@kaimai/contract/gateway/payment-code.schema.ts'
import type { ShopperOrder } from '@kaimai/contract/order/order.schema.ts'
import { IconAlertTriangle, IconInfoCircle } from '@tabler/icons-react'
import { clsx } from 'clsx'
import { useText } from '../../../lib/i18n/use-text.tsx'
import { CopyAction } from '../../../ui/audience/copy-action.tsx'
import { icon16, icon20 } from '../../../ui/icon-props.ts'
import css from './order-state.module.css'

const inFours = (digits: string): string => digits.replace(/(.{4})(?=.)/g, '$1 ')

/** What of a code is read, in order: the name of each line's words, and its value. */
export const codeLines = (code: PaymentCode): readonly (readonly [string, string])[] => {
  switch (code.kind) {
    case 'atm':
      return [
        ['code.bank', code.bankCode],
        ['code.account', inFours(code.account)],
      ]
    case 'transfer':
      return [
        ['code.bank', code.bankCode],
        ['code.ownAccount', inFours(code.account)],
        ['code.holder', code.holder],
      ]
    case 'cvs':
      return [['code.cvs', code.code]]
    case 'barcode':
      return code.barcodes.map((barcode, at) => [`code.barcode${at + 1}`, barcode] as const)
  }
}

/** What is copied of it; undefined: nothing that somebody would type elsewhere. */
const copied = (code: PaymentCode): string | undefined =>
  code.kind === 'barcode' ? undefined : code.kind === 'cvs' ? code.code : code.account

/** What to pay with, one press to copy it. */
export const PaymentCodeView = ({ order }: { readonly order: ShopperOrder }) => {
  const t = useText('order')
  const code = order.paymentCode
  if (!code) return null
  const text = copied(code)
  return (
    <>
      <dl className={clsx('stack-s', css.codes)}>
        {codeLines(code).map(([name, value]) => (
          <div key={name}>
            <dt className="tiny">{t(name)}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {order.isTest && (
        <p className={css.warn}>
          <IconAlertTriangle {...icon20} />
          {t('code.play')}
        </p>
      )}
      <p className={css.note}>
        <IconInfoCircle className="icon-down-1" {...icon16} />
        {t(`code.note.${code.kind}`)}
      </p>
      {text !== undefined && (
        <CopyAction
          big
          text={text}
          label={t(code.kind === 'cvs' ? 'code.copyCode' : 'code.copy')}
          done={t(code.kind === 'cvs' ? 'code.copiedCode' : 'code.copied')}
        />
      )}
    </>
  )
}
