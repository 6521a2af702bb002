import type { ShopperOrder } from '@kaimai/contract/order/order.schema.ts'
import { IconFileOff, IconWifiOff } from '@tabler/icons-react'
import type { CSSProperties } from 'react'
import { ConsentLink } from '../../../lib/audience/consent-link.tsx'
import { changeAudienceLanguage } from '../../../lib/i18n/audience-language.ts'
import { useLanguage, useText } from '../../../lib/i18n/use-text.tsx'
import { Action } from '../../../ui/audience/action.tsx'
import { StateMark } from '../../../ui/audience/state-mark.tsx'
import { icon32 } from '../../../ui/icon-props.ts'
import parts from './order-parts.module.css'
import css from './order-page.module.css'
import { OrderView } from './order-view.tsx'
import { useOrder } from './use-order.ts'

/** The page's shape until the order has come. */
const Shape = () => {
  const t = useText('order')
  return (
    <div role="status" aria-label={t('loading')}>
      <div className={css.by} />
      <div className={css.cards} aria-hidden="true">
        <div className={css.side}>
          <div className={parts.card}>
            <i className={css.bone} style={{ width: '70%', height: 30 }} />
            <i className={css.bone} style={{ height: 52 }} />
          </div>
          <div className={parts.card}>
            <i className={css.bone} style={{ width: '40%' }} />
            <i className={css.bone} style={{ width: '55%' }} />
            <i className={css.bone} style={{ width: '45%' }} />
          </div>
        </div>
        <div className={css.side}>
          <div className={parts.card}>
            <i className={css.bone} style={{ height: 72 }} />
            <i className={css.bone} style={{ height: 72 }} />
          </div>
        </div>
      </div>
    </div>
  )
}

const Missing = ({ isThere, onRetry }: { isThere: boolean; onRetry: () => void }) => {
  const t = useText('order')
  const Icon = isThere ? IconWifiOff : IconFileOff
  const name = isThere ? 'noLine' : 'notFound'
  return (
    <section className={css.missing} role="alert">
      <StateMark large tone="calm" icon={<Icon {...icon32} />} />
      <h1>{t(`missing.${name}.title`)}</h1>
      <p>{t(`missing.${name}.text`)}</p>
      {isThere && (
        <Action kind="quiet" onClick={onRetry}>
          {t('missing.retry')}
        </Action>
      )}
    </section>
  )
}

const toneOf = (firm: ShopperOrder['firm']): CSSProperties & Record<'--tone', string> => ({
  '--tone': firm.colorToneId,
})

/** Who sold it, as the law asks. */
const SellerLines = ({ firm }: { firm: ShopperOrder['firm'] }) => {
  const t = useText('order')
  const lines = [
    [firm.legalName || firm.name, firm.taxId === '' ? '' : t('foot.taxId', { id: firm.taxId })],
    [firm.legalAddress, firm.legalPhone === '' ? '' : t('foot.phone', { phone: firm.legalPhone })],
  ].map((parts) => parts.filter((part) => part !== '').join('　'))
  return lines.filter((line) => line !== '').map((line) => <p key={line}>{line}</p>)
}

export const OrderPage = ({ orderKey }: { orderKey: string }) => {
  const t = useText('order')
  const other = useLanguage() === 'en' ? 'zh-TW' : 'en'
  const { order, error, load, pay, isPaying, trouble } = useOrder(orderKey)
  return (
    <div className={css.page} style={order && toneOf(order.firm)}>
      <main className={css.main}>
        {order ? (
          <OrderView order={order} orderKey={orderKey} reload={load} pay={pay} isPaying={isPaying} trouble={trouble} />
        ) : error ? (
          <Missing isThere={error.errorName !== 'notFound'} onRetry={() => void load()} />
        ) : (
          <Shape />
        )}
      </main>
      <footer className={css.foot}>
        {order && <SellerLines firm={order.firm} />}
        {order && order.deliveryType !== 'none' && <p>{t('foot.return')}</p>}
        <p>{t('foot.keep')}</p>
        <p className={css.choices}>
          <a
            href={`?lng=${other}`}
            hrefLang={other}
            lang={other}
            onClick={(event) => {
              event.preventDefault()
              changeAudienceLanguage(other)
            }}
          >
            {other === 'en' ? 'English' : '中文'}
          </a>
          <ConsentLink />
        </p>
      </footer>
    </div>
  )
}
