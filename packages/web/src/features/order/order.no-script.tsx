import { Fragment } from 'react'
import { codeLines } from './audience/payment-code-view.tsx'
import type { ShopperOrder } from '@kaimai/contract/order/order.schema.ts'
import { defineNoScriptPage } from '../../lib/audience/no-script-page.ts'
import { useViewerFormat } from '../../lib/audience/use-viewer.ts'
import { isWebLink } from '../../lib/audience/web-link.ts'
import { useText } from '../../lib/i18n/use-text.tsx'
import { viewOf } from './audience/order-view.ts'

/** An order without scripts: how it stands, what to pay with, and what was bought. */
const View = ({ data: order }: { readonly data: ShopperOrder }) => {
  const t = useText('order')
  const nowMs = Date.parse(order.now)
  const format = useViewerFormat(nowMs)
  const { firm, currency, paymentCode, orderNo } = order
  // Nobody waits here for the gateway's word: the page doesn't renew itself.
  const view = viewOf(order, nowMs, Number.NEGATIVE_INFINITY)
  const money = (amount: number) => format.money({ amount, currency })
  const values = {
    amount: money(order.total),
    until: paymentCode ? format.dayTime(paymentCode.expiresAt) : '',
    orderNo,
    when: format.near(order.events.at(-1)?.at ?? order.createdAt),
  }
  return (
    <>
      <p>{firm.name}</p>
      <h1>{t(`face.${view}.title`, values)}</h1>
      <p>{t(`face.${view}.lead`, values)}</p>
      {view === 'code' && paymentCode && (
        <dl>
          {codeLines(paymentCode).map(([name, value]) => (
            <Fragment key={name}>
              <dt>{t(name)}</dt>
              <dd>{value}</dd>
            </Fragment>
          ))}
        </dl>
      )}
      <ul>
        {order.lines.map(({ variantId, productName, variantName, quantity, amount }) => (
          <li key={variantId ?? productName}>
            {[productName, variantName].filter((word) => word !== '').join(' ')} × {quantity}
            <b>{money(amount)}</b>
          </li>
        ))}
        <li>
          {t('noScript.total')}
          <b>{money(order.total)}</b>
        </li>
      </ul>
      {order.sessions.map(({ title, beginAt }) => (
        <p key={title + beginAt}>{[format.dayTime(beginAt), title].join(' ')}</p>
      ))}
      <p>{t('noScript.reload')}</p>
      {isWebLink(firm.contactLink) && (
        <a href={firm.contactLink} rel="noopener noreferrer">
          {t('noScript.contact', { firm: firm.name })}
        </a>
      )}
    </>
  )
}

export const noScriptPage = defineNoScriptPage<ShopperOrder>({ texts: ['order'], View })
