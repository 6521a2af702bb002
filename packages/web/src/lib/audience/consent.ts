import type { TrackingSetup } from '@kaimai/contract/tracking/tracking.schema.ts'
import { createStore } from '../store/store.ts'

export type ConsentAnswer = 'yes' | 'no'

const key = 'kaimai_consent'
const retentionMs = 180 * 86_400_000

type Advertisers = Pick<TrackingSetup, 'pixelId' | 'tiktokPixelId' | 'gtmId'>

/** offered: the page has advertisers that may be agreed to; asking: the question stands on the page. */
export interface ConsentState {
  readonly advertisers: Advertisers
  readonly offered: boolean
  readonly asking: boolean
  readonly answer: ConsentAnswer | undefined
}

/** What the visitor has said to advertisers' tracking on this origin. */
export const consentState = createStore<ConsentState>({
  advertisers: { pixelId: '', tiktokPixelId: '', gtmId: '' },
  offered: false,
  asking: false,
  answer: undefined,
})

const remembered = (): ConsentAnswer | undefined => {
  try {
    const [answer, until] = (localStorage.getItem(key) ?? '').split(' ')
    return (answer === 'yes' || answer === 'no') && Number(until) > Date.now() ? answer : undefined
  } catch {
    return undefined
  }
}

/** The page has advertisers: what was answered within the last 180 days counts from now on. */
export const offerConsent = (advertisers: Advertisers): void =>
  consentState.set({ advertisers, offered: true, asking: false, answer: remembered() })

/** Asks visitors who have not answered. */
export const askConsent = (): void => {
  const now = consentState.get()
  if (now.offered && now.answer === undefined) consentState.set({ ...now, asking: true })
}

export const answerConsent = (answer: ConsentAnswer): void => {
  try {
    localStorage.setItem(key, `${answer} ${Date.now() + retentionMs}`)
  } catch {
    // A browser that keeps nothing is asked again on the next page.
  }
  consentState.set({ ...consentState.get(), asking: false, answer })
}

/** Closes the question, and leaves the answer as it was. */
export const keepConsent = (): void => consentState.set({ ...consentState.get(), asking: false })

/** The question again, whatever was answered. */
export const askConsentAgain = (): void => consentState.set({ ...consentState.get(), asking: true })
