import type { PaymentStep } from '@kaimai/contract/gateway/payment-code.schema.ts'
import { isFramed, leaveFor } from './framed.ts'

/** Only a web page, ours or the payment company's. Throws for anything else. */
const safeUrl = (text: string): string => {
  const url = new URL(text, location.origin)
  if (url.protocol !== 'https:' && url.protocol !== 'http:') throw new Error('a payment page that is none')
  return url.href
}

/** Some gateways take no link: their page is reached by a form that the browser posts. */
const post = (url: string, fields: Readonly<Record<string, string>>): void => {
  const form = document.createElement('form')
  form.method = 'post'
  form.action = url
  form.hidden = true
  // No payment page may stand in a frame.
  if (isFramed()) form.target = '_top'
  for (const [name, value] of Object.entries(fields)) {
    const input = document.createElement('input')
    input.type = 'hidden'
    input.name = name
    input.value = value
    form.append(input)
  }
  document.body.append(form)
  form.submit()
}

/** Leads the browser on to pay; `orderPath`: where it says how, when there is no page of a gateway. */
export const followPaymentStep = (step: PaymentStep, orderPath: string): void => {
  if (step.kind === 'post') post(safeUrl(step.url), step.fields)
  else leaveFor(step.kind === 'visit' ? safeUrl(step.url) : orderPath)
}
