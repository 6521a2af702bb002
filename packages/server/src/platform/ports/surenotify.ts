import { z } from 'zod'
import type { MailLetter, MailTransport, SendOutcome } from './mail.ts'
import type { SmsTransport } from './sms.ts'

interface SurenotifyAccount {
  /** https://mail.surenotifyapi.com or a stand-in, without a slash at the end. */
  readonly url: string
  readonly key: string
}

export const surenotifyName = 'surenotify'
/** Messages at once. */
const concurrency = 10
const timeoutMs = 20_000
/** The variable that brings our number of a letter back in what is said of it. */
export const letterVariable = 'letterId'

/** Numbers of what is told by webhooks; of text messages the first and the last alone. */
export const webhookTypes = { delivery: 3, open: 4, click: 5, bounce: 6, complaint: 7 } as const
const smsWebhookTypes = { delivery: 3, bounce: 6 } as const

const webhooks = [
  ...Object.values(webhookTypes).map((type) => ['/v1/webhooks', type] as const),
  ...Object.values(smsWebhookTypes).map((type) => ['/v1/sms/webhooks', type] as const),
]

const Taken = z.object({
  id: z.union([z.string(), z.number()]).transform(String).optional(),
  success: z.array(z.object({ id: z.union([z.string(), z.number()]).transform(String) })).default([]),
  failure: z.union([z.record(z.string(), z.unknown()), z.array(z.unknown())]).default({}),
})

/** Answers about the account or the whole service: a wrong key is the firm's to put right, too many at once pass by. */
const saidOfAccount = new Set([401, 403, 429, 503])

/** Errors that come before anything of a request has left. */
const neverLeft = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'UND_ERR_CONNECT_TIMEOUT',
])

const causeOf = (error: unknown): string => {
  const cause: unknown = error instanceof Error ? error.cause : undefined
  const code: unknown = typeof cause === 'object' && cause !== null ? Reflect.get(cause, 'code') : undefined
  return typeof code === 'string' ? code : ''
}

/** What it said, without the addresses that it repeats. */
const wordsOf = (text: string): string =>
  text
    .replace(/[\w.+-]+@[\w-]+(?:\.[\w-]+)+/g, '…')
    .replace(/\d{8,}/g, '…')
    .slice(0, 300)

const messageIn = (text: string): string => {
  try {
    const { data } = z.object({ message: z.string() }).safeParse(JSON.parse(text))
    return data?.message ?? text
  } catch {
    return text
  }
}

/** Braces of a text would be variables there, and everybody would see a gap. */
const withoutBraces = (text: string): string => text.replaceAll('{{', '{ {')
/** It writes the header itself, from the address in it. */
const unsubscribedLinkOf = ({ headers }: MailLetter): { readonly unsubscribedLink?: string } => {
  const link = /<(https?:[^>]+)>/.exec(headers?.['List-Unsubscribe'] ?? '')?.[1]
  return link === undefined ? {} : { unsubscribedLink: link }
}
const htmlWithoutBraces = (html: string): string => html.replaceAll('{{', '&#123;&#123;')

/** Surenotify's API, version 1 (newsleopard.com/surenotify/api/v1), with the account of one firm. */
export const createSurenotify = ({ url, key }: SurenotifyAccount) => {
  const call = (method: 'POST' | 'DELETE', path: string, body: object): Promise<Response> =>
    fetch(url + path, {
      method,
      headers: { 'content-type': 'application/json', 'x-api-key': key },
      body: JSON.stringify(body),
      redirect: 'error',
      signal: AbortSignal.timeout(timeoutMs),
    })

  const hand = async (path: string, body: object): Promise<SendOutcome> => {
    let response: Response
    try {
      response = await call('POST', path, body)
    } catch (error) {
      const code = causeOf(error)
      if (neverLeft.has(code)) return { outcome: 'refused', reason: code, permanent: false, isAway: true }
      throw error
    }
    const text = await response.text()
    const { status } = response
    // It may have taken the letter before something behind it broke.
    if (status >= 500 && status !== 503) throw new Error(`Surenotify answered ${status}`)
    if (!response.ok) {
      const isAway = saidOfAccount.has(status)
      const permanent = !isAway && status !== 408
      return { outcome: 'refused', reason: wordsOf(`${status} ${messageIn(text)}`), permanent, isAway }
    }
    const { success, failure, id } = Taken.parse(JSON.parse(text))
    const [taken] = success
    if (taken) return { outcome: 'handed', reference: taken.id }
    const [why] = Object.values(failure)
    if (why !== undefined) return { outcome: 'refused', reason: wordsOf(String(why)), permanent: true }
    throw new Error(`Surenotify took ${id ?? 'something'} and named nobody`)
  }

  return {
    /** `from`: an address of a domain that the account has verified. It takes no attachments and no headers. */
    mail: (from: string): MailTransport => ({
      name: surenotifyName,
      concurrency,
      send: (letter) =>
        hand('/v1/messages', {
          subject: withoutBraces(letter.subject),
          fromName: withoutBraces(letter.fromName),
          fromAddress: from,
          content: htmlWithoutBraces(letter.html),
          ...unsubscribedLinkOf(letter),
          recipients: [{ name: '', address: letter.to, variables: { [letterVariable]: letter.id } }],
        }),
      close: async () => {},
    }),

    sms: (): SmsTransport => ({
      name: surenotifyName,
      concurrency,
      send: ({ id, to, text }) =>
        hand('/v1/sms/messages', {
          content: withoutBraces(text),
          recipients: [
            { address: to.replace(/^\+886/, '0'), country_code: '886', variables: { [letterVariable]: id } },
          ],
        }),
    }),

    /** Where it tells of letters and of text messages from now on. Throws when it doesn't answer. */
    setWebhooks: async (address: string): Promise<'set' | 'wrongKey'> => {
      for (const [path, type] of webhooks) {
        const { status, ok } = await call('POST', path, { type, url: address })
        if (status === 401 || status === 403) return 'wrongKey'
        if (!ok) throw new Error(`Surenotify answered ${status}`)
      }
      return 'set'
    },

    /** One that it doesn't have is gone already. Throws when it doesn't answer. */
    removeWebhooks: async (): Promise<'removed' | 'wrongKey'> => {
      for (const [path, type] of webhooks) {
        const { status, ok } = await call('DELETE', path, { type })
        if (status === 401 || status === 403) return 'wrongKey'
        if (!ok && status !== 404) throw new Error(`Surenotify answered ${status}`)
      }
      return 'removed'
    },
  }
}
export type Surenotify = ReturnType<typeof createSurenotify>
