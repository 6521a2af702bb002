import { paymentGateways } from '@kaimai/contract/gateway/payment-method.rules.ts'
import type { MergeWords } from '../../lib/form/use-merge-dialog.ts'
import { useText } from '../../lib/i18n/use-text.tsx'

/** The section that has the text of a field; fields of other names have one of their own. */
const sectionOf: Readonly<Record<string, string>> = {
  imgUrl: 'appearance.logo',
  colorToneId: 'appearance.colour',
  pointSafetyStockNotice: 'balance.safetyStock',
  senderName: 'notify.senderName',
  replyTo: 'notify.replyTo',
  senderDomain: 'notify.senderDomain',
  pixelId: 'tracking.pixelId',
  tiktokPixelId: 'tracking.tiktokPixelId',
  gtmId: 'tracking.gtmId',
  paymentMethods: 'payment.usable',
  gateways: 'payment.gateways',
  transfer: 'payment.gateway.transfer',
  deliveryMethods: 'section.delivery',
  invoice: 'section.invoice',
}
const ofTransfer = new Set(['bankCode', 'account', 'holder'])
const ofInvoice: Readonly<Record<string, string>> = {
  provider: 'company',
  merchantId: 'merchantId',
  sellerName: 'sellerName',
  sellerTaxId: 'sellerTaxId',
  sellerAddress: 'sellerAddress',
  defaultClass: 'defaultClass',
  issueAt: 'issueAt',
}

/** What settings are called when two people have changed them. */
export const useFirmMergeWords = (): MergeWords<object> => {
  const t = useText('firm')
  const isGateway = (name: string) => paymentGateways.some((gateway) => gateway === name)
  return {
    field: (name) => t(sectionOf[name] ?? `business.${name}`),
    part: (field, name) => {
      if (field === 'transfer' && ofTransfer.has(name)) return t(`payment.${name}`)
      if (field === 'gateways' && isGateway(name)) return t(`payment.gateway.${name}`)
      const word = field === 'invoice' ? ofInvoice[name] : undefined
      return word === undefined ? undefined : t(`invoice.${word}`)
    },
  }
}
