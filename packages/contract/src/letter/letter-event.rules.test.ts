import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { isHardBounce, letterEvents, stateAfter } from './letter-event.rules.ts'
import { type RecipientState, recipientStates } from './letter.rules.ts'

test('LETTER-806 Notices of delivery, opening and clicking end in the furthest step, in whatever order and how often they come', () => {
  const notices = fc.array(fc.constantFrom('delivery', 'open', 'click'), { minLength: 1, maxLength: 12 })
  fc.assert(
    fc.property(notices, fc.constantFrom('sent', 'handing', 'unknown'), (events, from) => {
      const end = events.reduce<RecipientState>((state, event) => stateAfter(state, event) ?? state, from)
      const furthest = events.includes('click') ? 'clicked' : events.includes('open') ? 'opened' : 'delivered'
      expect(end).toBe(furthest)
    }),
  )
})

test('LETTER-807 A letter that came back, failed or never left stays so, whatever is said of it later', () => {
  for (const state of ['bounced', 'failed', 'skipped', 'queued'] as const)
    for (const event of letterEvents) expect(stateAfter(state, event)).toBeUndefined()
  expect(recipientStates.filter((state) => stateAfter(state, 'bounce') === 'bounced')).toEqual([
    'handing',
    'sent',
    'delivered',
    'unknown',
  ])
})

test.each([
  ['550 5.1.1 no such user', true],
  ['', true],
  ['mailbox does not exist', true],
  ['452 4.2.2 mailbox full', false],
  ['4.4.7 delivery time expired', false],
])('LETTER-808 “%s”: no more letters go to that address: %j', (reason, hard) => {
  expect(isHardBounce(reason)).toBe(hard)
})
