import { showMoney } from '@kaimai/contract/common/money.ts'
import type { Environment } from '../../platform/environment.ts'
import type { Platform } from '../../platform/platform.ts'
import type { FirmService } from '../firm/firm.service.ts'
import type { OrderService } from '../order/order.service.ts'
import type { PublicSignupService } from '../signup/public-signup.service.ts'
import type { SignupCodes } from '../signup/signup-code.service.ts'
import type { SeatRelease } from '../signup/seat-release.service.ts'
import { personOfLetter, subscribeAutomaticLetters } from './automatic-letters.ts'
import { createLetterService } from './letter.service.ts'
import { createLetterStore } from './letter.store.ts'
import { defineSendLetters } from './send-letters.ts'

export interface LetterModuleDeps {
  readonly platform: Platform
  readonly firms: Pick<FirmService, 'find' | 'publicFirm'>
  readonly publicSignup: Pick<PublicSignupService, 'facts' | 'isKnownAddress'>
  readonly signupFacts: { readonly person: (firmId: string, id: string) => Promise<{ email: string } | undefined> }
  readonly signupCodes: Pick<SignupCodes, 'letterOf' | 'make'>
  readonly seatRelease: Pick<SeatRelease, 'keepPath'>
  readonly orders: Pick<OrderService, 'letterFacts'>
  readonly isMemberEmail: (firmId: string, email: string) => Promise<boolean>
  /** `sandbox`: a server for trying things out, whose shops write to everybody. */
  readonly environment: Pick<Environment, 'sandbox'>
  /** Begins every link of a letter. */
  readonly audienceUrl: () => string
}

/** Letters that are queued, sent once, and written by themselves when something happens. */
export const createLetterModule = (deps: LetterModuleDeps) => {
  const { platform, firms, publicSignup, signupFacts, signupCodes, seatRelease, orders, environment, audienceUrl } =
    deps
  const { db, jobs, clock, mail, log, events, limits } = platform
  const store = createLetterStore(db)
  const letters = createLetterService({
    store,
    jobs,
    clock,
    limits,
    senderName: async (firmId, tx) => (await firms.find(firmId, tx))?.senderName ?? '',
  })
  const replyTo = async (firmId: string) => (await firms.find(firmId))?.replyTo ?? ''
  const isOutdated = async ({ firmId, key, toAddress }: { firmId: string; key: string; toAddress: string }) => {
    const signupUserId = personOfLetter(key)
    const person = signupUserId === undefined ? undefined : await signupFacts.person(firmId, signupUserId)
    return person !== undefined && person.email !== toAddress
  }
  defineSendLetters({ store, jobs, clock, mail, replyTo, isOutdated, log, releaseHeld: letters.releaseHeld })
  subscribeAutomaticLetters({
    db,
    events,
    letters,
    limits,
    nowMs: clock.ms,
    signupCodes,
    signupFacts: async (firmId, signupUserId) => publicSignup.facts(firmId, signupUserId, audienceUrl()),
    keepPlaceUrl: async (seat) => audienceUrl() + (await seatRelease.keepPath(seat)),
    orderFacts: async (firmId, orderId) => {
      const facts = await orders.letterFacts(firmId, orderId)
      const firm = await firms.publicFirm(firmId)
      const isTrial = facts.isTest && firm.testMode
      const isWithheld = isTrial && !environment.sandbox && !(await deps.isMemberEmail(firmId, facts.email))
      const firmName = isTrial ? `${firm.name}（測試）` : firm.name
      const total = showMoney({ amount: facts.total, currency: facts.currency })
      const isKnown = await publicSignup.isKnownAddress(firmId, facts.email)
      return {
        ...facts,
        isKnown,
        isWithheld,
        name: facts.fullName,
        firmName,
        total,
        orderUrl: audienceUrl() + facts.orderPath,
      }
    },
  })
  return letters
}
