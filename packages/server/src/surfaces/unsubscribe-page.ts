import { type Language, languageOf } from '@kaimai/contract/common/language.ts'
import { escapeHtml } from '@kaimai/contract/common/rich-text.rules.ts'
import { smsOptOutPath } from '@kaimai/contract/letter/sms.rules.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Services } from './services.ts'

const texts = {
  'zh-TW': {
    title: '取消訂閱',
    button: '取消訂閱',
    done: '已取消訂閱',
    ofMarketing: {
      ask: '不再收到「{shop}」的行銷信件？',
      kept: '您的訂單與報名通知仍會寄送。',
      doneText: '「{shop}」不會再寄行銷信件給您，訂單與報名通知仍會寄送。',
    },
    ofSignup: {
      ask: '不再收到「{shop}」的報名通知與行銷信件？',
      kept: '包含開播提醒與場次異動。您的報名會保留，訂單通知仍會寄送。',
      doneText: '「{shop}」不會再寄報名通知與行銷信件給您。您的報名會保留，訂單通知仍會寄送。',
    },
    ofSms: {
      ask: '不再收到「{shop}」的行銷簡訊？',
      kept: '您的訂單與報名簡訊仍會寄送。',
      doneText: '「{shop}」不會再寄行銷簡訊給您，訂單與報名簡訊仍會寄送。',
    },
    unknown: '連結無效',
    unknownText: '請重新開啟信件或簡訊中的連結，或直接聯絡商家。',
  },
  en: {
    title: 'Unsubscribe',
    button: 'Unsubscribe',
    done: 'You’re unsubscribed',
    ofMarketing: {
      ask: 'Stop marketing emails from {shop}?',
      kept: 'You’ll still get emails about your orders and sign-ups.',
      doneText:
        '{shop} won’t send you marketing emails anymore. You’ll still get emails about your orders and sign-ups.',
    },
    ofSignup: {
      ask: 'Stop sign-up and marketing emails from {shop}?',
      kept: 'This includes reminders and schedule changes. You keep your place, and still get emails about your orders.',
      doneText:
        '{shop} won’t send you sign-up or marketing emails anymore. You keep your place, and still get emails about your orders.',
    },
    ofSms: {
      ask: 'Stop marketing texts from {shop}?',
      kept: 'You’ll still get texts about your orders and sign-ups.',
      doneText: '{shop} won’t text you marketing anymore. You’ll still get texts about your orders and sign-ups.',
    },
    unknown: 'This link isn’t valid',
    unknownText: 'Open the link in the message again, or contact the shop.',
  },
} as const satisfies Record<Language, unknown>

const style = `body{font:16px/1.5 system-ui,sans-serif;margin:0 auto;max-width:480px;padding:48px 16px;color:#1c1c1e;
overflow-wrap:anywhere}h1{font-size:22px;line-height:1.4;margin:0 0 8px}p{margin:0}button{font:inherit;font-weight:600;
width:100%;min-height:48px;margin:24px 0 0;border:0;border-radius:8px;background:#1c1c1e;color:#fff;cursor:pointer}`

const policy =
  "default-src 'none'; style-src 'unsafe-inline'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"

const page = (language: Language, heading: string, text: string, rest = ''): string =>
  `<!doctype html><html lang="${language}"><head><meta charset="utf-8"><meta name="robots" content="noindex">
<meta name="viewport" content="width=device-width, initial-scale=1"><title>${texts[language].title}</title>
<style>${style}</style></head><body><main><h1>${escapeHtml(heading)}</h1><p>${escapeHtml(text)}</p>${rest}</main></body></html>`

type OfPerson = FastifyRequest<{ Params: { key: string } }>

/**
 * The link below a marketing letter or behind a marketing text message, and what mail programs post to for one click at any but a receipt (RFC 8058): without a login, a cookie
 * or a redirect. Scanners open every link of a letter, so only a POST opts out; again is as well.
 */
export const mountUnsubscribePage = (
  http: FastifyInstance,
  {
    letters,
    optOuts,
    signupUsers,
    firms,
  }: {
    readonly letters: Pick<Services['letters'], 'unsubscribing'>
    readonly optOuts: Pick<Services['optOuts'], 'add'>
    readonly signupUsers: { readonly people: Pick<Services['signupUsers']['people'], 'stopNoticesAt'> }
    readonly firms: Pick<Services['firms'], 'publicFirm'>
  },
): void => {
  const send = (reply: FastifyReply, status: number, html: string) =>
    reply
      .status(status)
      .type('text/html; charset=utf-8')
      .header('cache-control', 'no-store')
      .header('referrer-policy', 'no-referrer')
      .header('content-security-policy', policy)
      .send(html)

  const handle = async ({ method, params, headers }: OfPerson, reply: FastifyReply) => {
    const person = await letters.unsubscribing(params.key)
    if (person === undefined) {
      const language = languageOf(headers['accept-language'])
      return send(reply, 404, page(language, texts[language].unknown, texts[language].unknownText))
    }
    const { language, firmId, contact, channel, isOfSignup } = person
    const t = texts[language]
    const ofMail = isOfSignup ? t.ofSignup : t.ofMarketing
    const words = channel === 'sms' ? t.ofSms : ofMail
    const { name } = await firms.publicFirm(firmId)
    const ofShop = (text: string): string => text.replace('{shop}', () => name)
    if (method === 'POST') {
      await optOuts.add(firmId, contact)
      if (isOfSignup) await signupUsers.people.stopNoticesAt(firmId, contact)
      return send(reply, 200, page(language, t.done, ofShop(words.doneText)))
    }
    const form = `<form method="post"><button type="submit">${t.button}</button></form>`
    return send(reply, 200, page(language, ofShop(words.ask), words.kept, form))
  }
  for (const url of ['/unsubscribe/:key', `${smsOptOutPath}/:key`])
    http.route<{ Params: { key: string } }>({
      method: ['GET', 'POST'],
      url,
      bodyLimit: 4 * 1024,
      handler: handle,
    })
}
