import { letterErrors } from '@kaimai/contract/letter/letter.errors.ts'
import { letterTypes } from '@kaimai/contract/letter/letter.rules.ts'
import { readMobile } from '@kaimai/contract/letter/sms.rules.ts'
import type { Environment } from '../../platform/environment.ts'
import type { Events } from '../../platform/events/events.ts'
import type { Limits } from '../../platform/rate-limits/limits.ts'
import type { FirmService } from '../firm/firm.service.ts'
import type { LetterService } from '../letter/letter.service.ts'
import type { LetterTexts } from './form-check.ts'
import type { SignupLetterFacts } from './signup-letter-facts.ts'
import { aboutSession, sessionVariables } from './signup-letters.ts'
import { signupSmsText } from './signup-letter-texts.ts'
import './signup.events.ts'

export interface SignupSmsDeps {
  readonly events: Pick<Events, 'on'>
  readonly letters: Pick<LetterService, 'add' | 'writeSms'>
  readonly facts: Pick<SignupLetterFacts, 'anybody'>
  readonly contentsOf: LetterTexts['contentsOf']
  readonly firms: Pick<FirmService, 'publicFirm'>
  readonly limits: Pick<Limits, 'take'>
  /** `sandbox`: a server for trying things out, whose shops write to everybody. */
  readonly environment: Pick<Environment, 'sandbox'>
}

const dayMs = 24 * 3600_000
/** Messages of one firm to one number: anybody can name it, and each costs the firm. */
const toOneNumber = { limit: 5, windowMs: dayMs } as const
/** Of one firm to all: who signs up with thousands of made-up numbers takes no more of its points than so many cost. */
export const ofOneFirm = { limit: 3_000, windowMs: 3_600_000 } as const
export const ofOneFirmKey = (firmId: string): string => `sign-up text messages ${firmId}`

export const smsKey = (signupUserId: string, liveId: string): string => `signup-sms:${signupUserId}:${liveId}`

/**
 * The text message that confirms a sign-up, where its form has one, to mobile numbers of Taiwan. What can't be sent stands
 * in the log with why; the e-mail goes whatever becomes of it.
 */
export const defineSignupSms = (deps: SignupSmsDeps): void => {
  const { events, letters, facts, firms, limits, environment } = deps

  letters.add({
    type: letterTypes.signupSms,
    class: 'notice',
    variables: sessionVariables,
    contents: signupSmsText,
    // Who waits for the link that long has come in by another one.
    goodForMs: dayMs,
  })

  events.on('signup.made', 'signup-sms', async ({ firmId, signupUserId, liveIds, again, sending, byStaff }) => {
    if (again || sending !== undefined || byStaff === true) return
    const person = await facts.anybody(firmId, signupUserId)
    const to = person && readMobile(person.phone)
    if (!person || to === undefined || person.smsChoice === 'none') return
    const { testMode, suspended } = await firms.publicFirm(firmId)
    if (suspended || (testMode && !environment.sandbox)) return
    // A text that was removed since falls back to the built-in one.
    const own = await deps.contentsOf(firmId, letterTypes.signupSms, person.smsChoice)
    for (const session of person.sessions.filter(({ liveId }) => liveIds.includes(liveId))) {
      const key = smsKey(signupUserId, session.liveId)
      if (!(await limits.take(`sign-up text message ${firmId} ${to}`, toOneNumber)).ok) return
      const { name, language, values } = aboutSession(session, person, key)
      const message = { key, name, to, language, values }
      const { ok } = await limits.take(ofOneFirmKey(firmId), ofOneFirm)
      const refusal = ok ? undefined : letterErrors.smsTooManyThisHour
      await letters.writeSms({ firmId, type: letterTypes.signupSms, own, message, refusal })
    }
  })
}
