import { createHash } from 'node:crypto'
import { z } from 'zod'

/** What somebody did and who it was, before it is made ready for an advertiser. Empty texts: not known. */
export interface AdvertiserFact {
  /** Meta's and TikTok's name of the event. */
  readonly name: string
  /** The same in the browser: the advertiser counts the two once. */
  readonly eventId: string
  readonly atMs: number
  /** Of the page, without keys. */
  readonly url: string
  readonly person: {
    readonly email: string
    /** E.164, or digits as typed in Taiwan. */
    readonly phone: string
    readonly externalId: string
    readonly ip: string
    readonly userAgent: string
    readonly fbp: string
    readonly fbc: string
    readonly ttclid: string
    readonly ttp: string
  }
  /** Each advertiser's own data of the event. */
  readonly data: {
    readonly meta: Readonly<Record<string, unknown>>
    readonly tiktok: Readonly<Record<string, unknown>>
  }
}

/** An event as its advertiser takes it; persons are hashed in it. */
export type ReadyEvent = Readonly<Record<string, unknown>>

export interface AdvertiserAccount {
  readonly pixelId: string
  /** Secret: it stands in no log and in no error. */
  readonly token: string
}

/** `permanent`: the same events are refused again. */
export type AdvertiserAnswer =
  | { readonly taken: true }
  | { readonly taken: false; readonly reason: string; readonly permanent: boolean }

export const advertiserNames = ['meta', 'tiktok'] as const
export type AdvertiserName = (typeof advertiserNames)[number]

/** An advertiser's server. */
export interface Advertiser {
  readonly name: AdvertiserName
  readonly eventOf: (fact: AdvertiserFact) => ReadyEvent
  /** At most `eventsMax` at once. Never throws: an advertiser that cannot be reached is a passing error. */
  readonly send: (account: AdvertiserAccount, events: readonly ReadyEvent[]) => Promise<AdvertiserAnswer>
}

export const eventsMax = 50
/** Meta refuses a whole call when one of its events is older, in ms. */
export const oldestMs = 7 * 86_400_000

const patienceMs = 10_000
const seconds = (ms: number) => Math.floor(ms / 1000)

export const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex')

/** As Meta and TikTok want an address before it is hashed. */
export const normalEmail = (email: string): string => email.trim().toLowerCase()

/** Digits with the country's code and no leading zeros; a number without + is of Taiwan. Empty: no number. */
export const phoneDigits = (phone: string): string => {
  const digits = phone.replace(/\D/g, '')
  if (digits === '') return ''
  if (phone.trim().startsWith('+')) return digits.replace(/^0+/, '')
  return digits.startsWith('0') ? `886${digits.replace(/^0+/, '')}` : digits
}

/** Without what is empty. */
const known = (values: Readonly<Record<string, unknown>>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== ''))

const hashed = (text: string): string => (text === '' ? '' : sha256(text))
const hashedList = (text: string): string[] | '' => (text === '' ? '' : [sha256(text)])

const post = async (
  url: string,
  headers: Record<string, string>,
  body: unknown,
  validate: (status: number, answer: unknown) => AdvertiserAnswer,
): Promise<AdvertiserAnswer> => {
  try {
    const answer = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(patienceMs),
      redirect: 'error',
    })
    return validate(answer.status, await answer.json().catch(() => undefined))
  } catch {
    // The error may hold the address, and Meta's has the token in it.
    return { taken: false, reason: 'no answer', permanent: false }
  }
}

/** A wrong input stays wrong; a busy server or a token that is being renewed does not. */
const error = (status: number, code: number | undefined, isInput: boolean): AdvertiserAnswer => ({
  taken: false,
  reason: `status ${status}${code === undefined ? '' : `, code ${code}`}`,
  permanent: isInput,
})

const MetaAnswer = z.object({ events_received: z.number().int() })
const MetaError = z.object({ error: z.object({ code: z.number().int() }) })
/** Meta: invalid parameter. */
const metaInputCodes = new Set([100, 2804])

/** Meta's Conversions API. `graphUrl`: with the version, without a slash at the end. */
export const metaAdvertiser = (graphUrl: string): Advertiser => ({
  name: 'meta',
  eventOf: ({ name, eventId, atMs, url, person, data }) => ({
    event_name: name,
    event_time: seconds(atMs),
    event_id: eventId,
    action_source: 'website',
    ...known({ event_source_url: url }),
    user_data: known({
      em: hashedList(normalEmail(person.email)),
      ph: hashedList(phoneDigits(person.phone)),
      external_id: hashedList(person.externalId),
      client_ip_address: person.ip,
      client_user_agent: person.userAgent,
      fbp: person.fbp,
      fbc: person.fbc,
    }),
    custom_data: data.meta,
  }),
  send: ({ pixelId, token }, events) =>
    post(
      `${graphUrl}/${encodeURIComponent(pixelId)}/events?access_token=${encodeURIComponent(token)}`,
      {},
      { data: events },
      (status, answer) => {
        const taken = MetaAnswer.safeParse(answer)
        if (status === 200 && taken.success && taken.data.events_received > 0) return { taken: true }
        const said = MetaError.safeParse(answer)
        const code = said.success ? said.data.error.code : undefined
        return error(status, code, status === 400 && code !== undefined && metaInputCodes.has(code))
      },
    ),
})

const TiktokAnswer = z.object({ code: z.number().int() })
/** TikTok: parameters are wrong (40002); 40000 is any error of the request. */
const tiktokInputCodes = new Set([40_000, 40_002])

/** TikTok's Events API 2.0. */
export const tiktokAdvertiser = (eventsUrl: string): Advertiser => ({
  name: 'tiktok',
  eventOf: ({ name, eventId, atMs, url, person, data }) => {
    const digits = phoneDigits(person.phone)
    return {
      event: name,
      event_time: seconds(atMs),
      event_id: eventId,
      user: known({
        email: hashed(normalEmail(person.email)),
        phone: digits === '' ? '' : sha256(`+${digits}`),
        external_id: hashed(person.externalId),
        ttclid: person.ttclid,
        ttp: person.ttp,
        ip: person.ip,
        user_agent: person.userAgent,
      }),
      properties: data.tiktok,
      page: known({ url }),
    }
  },
  send: ({ pixelId, token }, events) =>
    post(
      eventsUrl,
      { 'access-token': token },
      { event_source: 'web', event_source_id: pixelId, data: events },
      (status, answer) => {
        const said = TiktokAnswer.safeParse(answer)
        const code = said.success ? said.data.code : undefined
        return status === 200 && code === 0
          ? { taken: true }
          : error(status, code, code !== undefined && tiktokInputCodes.has(code))
      },
    ),
})

/** Those whose address is set; without one nothing is written down for it. */
export const createAdvertisers = (urls: {
  readonly metaGraphUrl: string | undefined
  readonly tiktokEventsUrl: string | undefined
}): readonly Advertiser[] => [
  ...(urls.metaGraphUrl === undefined ? [] : [metaAdvertiser(urls.metaGraphUrl)]),
  ...(urls.tiktokEventsUrl === undefined ? [] : [tiktokAdvertiser(urls.tiktokEventsUrl)]),
]
