import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { answerConsent, askConsent, askConsentAgain, consentState, keepConsent, offerConsent } from './consent.ts'

const meta = { pixelId: '123456789012345', tiktokPixelId: '', gtmId: '' }
const dayMs = 86_400_000
let kept: Map<string, string>

beforeEach(() => {
  kept = new Map()
  vi.useFakeTimers({ now: Date.parse('2026-11-20T12:00:00Z') })
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
  })
  consentState.set({
    advertisers: { pixelId: '', tiktokPixelId: '', gtmId: '' },
    offered: false,
    asking: false,
    answer: undefined,
  })
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

const visit = () => {
  offerConsent(meta)
  askConsent()
  return consentState.get()
}

test('AUDIENCE-7 An answer is remembered for 180 days, and then asked for again', () => {
  expect(visit()).toMatchObject({ offered: true, asking: true, answer: undefined })
  answerConsent('no')
  expect(consentState.get()).toMatchObject({ asking: false, answer: 'no' })
  vi.advanceTimersByTime(179 * dayMs)
  expect(visit()).toMatchObject({ asking: false, answer: 'no' })
  vi.advanceTimersByTime(2 * dayMs)
  expect(visit()).toMatchObject({ asking: true, answer: undefined })
})

test('AUDIENCE-8 It can be asked for again, and left as it was', () => {
  visit()
  answerConsent('yes')
  askConsentAgain()
  expect(consentState.get()).toMatchObject({ asking: true, answer: 'yes' })
  keepConsent()
  expect(consentState.get()).toMatchObject({ asking: false, answer: 'yes' })
  askConsentAgain()
  answerConsent('no')
  expect(visit()).toMatchObject({ asking: false, answer: 'no' })
})

test('AUDIENCE-9 A page without advertisers asks nobody', () => {
  askConsent()
  expect(consentState.get()).toMatchObject({ offered: false, asking: false })
})

test('AUDIENCE-10 A browser that keeps nothing is asked on each page, and works', () => {
  const refuse = () => {
    throw new Error('no storage')
  }
  vi.stubGlobal('localStorage', { getItem: refuse, setItem: refuse })
  expect(visit()).toMatchObject({ asking: true })
  answerConsent('yes')
  expect(consentState.get()).toMatchObject({ asking: false, answer: 'yes' })
  expect(visit()).toMatchObject({ asking: true, answer: undefined })
})
