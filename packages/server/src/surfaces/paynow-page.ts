import { randomBytes } from 'node:crypto'
import { KaimaiError } from '@kaimai/contract/common/error.ts'
import { type Language, languageOf } from '@kaimai/contract/common/language.ts'
import { gatewayErrors } from '@kaimai/contract/gateway/gateway.errors.ts'
import { escapeHtml } from '@kaimai/contract/common/rich-text.rules.ts'
import type { FastifyInstance } from 'fastify'
import type { PaymentPages, ShownPaymentPage } from '../modules/payment/payment-page.ts'

const texts = {
  'zh-TW': {
    title: '付款',
    pay: '付款',
    back: '返回訂單',
    failed: '付款沒有完成，請檢查後再試一次',
    noScript: '付款需要 JavaScript，請開啟後重新整理這一頁',
  },
  en: {
    title: 'Payment',
    pay: 'Pay',
    back: 'Back to your order',
    failed: 'The payment didn’t go through. Check it and try again',
    noScript: 'Payment needs JavaScript. Turn it on and reload this page',
  },
} as const satisfies Record<Language, unknown>

const inScript = (value: unknown): string => JSON.stringify(value).replaceAll('<', '\\u003c')

const style = `body{font:16px/1.5 system-ui,sans-serif;margin:0 auto;max-width:480px;padding:24px 16px;color:#1c1c1e}
h1{font-size:20px;margin:0}button{font:inherit;width:100%;min-height:48px;margin:24px 0 8px;border:0;border-radius:8px;
background:#1c1c1e;color:#fff}button:disabled{opacity:.5}a{display:block;padding:12px;text-align:center;color:inherit}`

/** PayNow's script draws the form and takes the payment; what it says decides nothing, its notice does. */
const pageOf = (
  { shopName, amount, orderPath }: ShownPaymentPage,
  form: NonNullable<ShownPaymentPage['form']>,
  { reference, language, nonce }: { reference: string; language: Language; nonce: string },
): string => {
  const t = texts[language]
  const { scriptUrl, ...keys } = form
  const locale = language === 'en' ? 'en' : 'zh_tw'
  return `<!doctype html><html lang="${language}"><head><meta charset="utf-8"><meta name="robots" content="noindex">
<meta name="viewport" content="width=device-width, initial-scale=1"><title>${t.title}</title><style>${style}</style></head>
<body><main><h1>${escapeHtml(shopName)}</h1><p>${escapeHtml(amount)}</p><div id="paynow"></div>
<noscript><p>${t.noScript}</p></noscript><p id="error" role="alert"></p><button id="pay" type="button">${t.pay} ${escapeHtml(amount)}</button>
<a href="${escapeHtml(orderPath)}">${t.back}</a></main>
<script src="${escapeHtml(scriptUrl)}"></script><script nonce="${nonce}">
const pay=document.getElementById('pay'),error=document.getElementById('error');
const open=()=>{PayNow.createPayment(${inScript(keys)});PayNow.mount('#paynow',{locale:${inScript(locale)}})};
try{open()}catch{error.textContent=${inScript(gatewayErrors.gatewayUnavailable[language])};pay.disabled=true}
pay.onclick=async()=>{pay.disabled=true;error.textContent='';
try{const said=await PayNow.checkout();if(said&&said.error)throw said.error;
location.assign(${inScript(`/payment-return/paynow/${reference}`)})}
catch{error.textContent=${inScript(t.failed)};pay.disabled=false}}
</script></body></html>`
}

/** Not confirmed: what PayNow's script connects to, and which bank's page it frames. */
const policyOf = (scriptUrl: string, nonce: string): string =>
  [
    "default-src 'none'",
    `script-src 'nonce-${nonce}' ${new URL(scriptUrl).origin}`,
    "style-src 'unsafe-inline'",
    'connect-src https:',
    'frame-src https:',
    'img-src https: data:',
    'font-src https:',
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ')

export const mountPaynowPage = (http: FastifyInstance, pages: PaymentPages): void => {
  http.get<{ Params: { reference: string } }>('/paynow-pay/:reference', async (request, reply) => {
    const { reference } = request.params
    void reply.header('cache-control', 'no-store').header('referrer-policy', 'no-referrer')
    const shown = await pages.show('paynow', reference.slice(0, 40)).catch((error: unknown) => {
      if (error instanceof KaimaiError && error.errorName === 'notFound') return undefined
      throw error
    })
    if (!shown?.form) return reply.redirect(shown?.orderPath ?? '/order/unknown', 303)
    const nonce = randomBytes(16).toString('base64url')
    const language = languageOf(request.headers['accept-language'])
    return reply
      .type('text/html; charset=utf-8')
      .header('content-security-policy', policyOf(shown.form.scriptUrl, nonce))
      .send(pageOf(shown, shown.form, { reference, language, nonce }))
  })
}
