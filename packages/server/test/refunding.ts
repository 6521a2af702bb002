import type { PaymentMethod } from '@kaimai/contract/gateway/payment-method.rules.ts'
import { RefundRequest } from '@kaimai/contract/refund/refund.schema.ts'
import type { TestApp } from './test-app.ts'

interface OfFirm {
  readonly firmId: string
}

const actorOf = ({ firmId }: OfFirm) => ({ firmId, memberId: null, actorName: '阿明', ip: '' })

/** An order of an app's firm, paid at the sandbox: by asking it, as no notice comes by HTTP. */
export const payOrder = async (
  { app, platform }: Pick<TestApp, 'app' | 'platform'>,
  { firmId }: OfFirm,
  orderId: string,
  method: PaymentMethod = 'card',
): Promise<void> => {
  const { payments } = app.services
  const { step } = await payments.start(
    firmId,
    await payments.prepare({ kind: 'order', firmId, orderId }, method),
    'zh-TW',
  )
  const token = step.kind === 'visit' ? (step.url.split('/').pop() ?? '') : ''
  // In the books of the sandbox alone: its notice would go on being sent behind the test.
  await platform.db.raw(`update "sandboxPayment" set state = 'paid', "paysAt" = 'epoch' where token = $1`, [token])
  await platform.db.raw(`update payment set "queryAt" = 'epoch' where "orderId" = $1`, [orderId])
  await platform.jobs.runTick('payment/reconcile')
}

/** A grant for refunding an order whole, and the body that goes with it. */
export const grantWhole = async ({ app }: Pick<TestApp, 'app'>, firm: OfFirm, orderId: string) => {
  const request = RefundRequest.parse({ choice: { kind: 'whole' }, restock: true })
  const { grant } = await app.services.refunds.grant({ ...actorOf(firm), memberId: orderId }, orderId, request)
  return { ...request, grant }
}

/** A refund that the staff has to transfer: of a payment at an ATM. */
export const aRefundByHand = async (t: Pick<TestApp, 'app' | 'platform'>, firm: OfFirm, orderId: string) => {
  await payOrder(t, firm, orderId, 'atm')
  const { grant, ...request } = await grantWhole(t, firm, orderId)
  const { refunds, grants } = t.app.services
  const { refundId } = await refunds.make(grants.read(grant, 'refund_payment'), request, {
    ip: '',
    sources: ['room', 'salesPage', 'signup'],
  })
  return refundId
}
