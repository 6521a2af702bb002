import { randomInt, timingSafeEqual } from 'node:crypto'
import { withValues } from '@kaimai/contract/common/error-text.ts'
import type { Language } from '@kaimai/contract/common/language.ts'
import { fail } from '@kaimai/contract/common/error.ts'
import { Email, PhoneInput } from '@kaimai/contract/common/phone.ts'
import { redactName } from '@kaimai/contract/common/redact.rules.ts'
import type { OwnSignup } from '@kaimai/contract/signup/own-signup.routes.ts'
import {
  codeAgainAfterMs,
  codeDigits,
  codeMinutes,
  codeTries,
  isEmailTyped,
  isWholeCode,
  readCode,
} from '@kaimai/contract/signup/signup-code.rules.ts'
import { signupErrors } from '@kaimai/contract/signup/signup.errors.ts'
import { isReplayOpen, liveStatusAt } from '@kaimai/contract/live/live.rules.ts'
import type { z } from 'zod'
import type { Tx } from '../../platform/db/database.ts'
import { newId } from '../../platform/ids.ts'
import { sweepInBatches } from '../../platform/jobs/sweep.ts'
import type { Platform } from '../../platform/platform.ts'
import { readPhone } from '../../platform/read-phone.ts'
import type { FirmService } from '../firm/firm.service.ts'
import type { LiveReader } from '../live/live-reader.service.ts'
import type { OwnSignupStore } from './own-signup.store.ts'
import type { PublicSignupDeps, PublicSignupService } from './public-signup.service.ts'
import { codeAsked } from './signup.events.ts'
import type { SignupStore } from './signup.store.ts'

export interface SignupCodeDeps {
  readonly platform: Pick<Platform, 'db' | 'clock' | 'events' | 'jobs' | 'limits' | 'secret'>
  readonly store: OwnSignupStore
  readonly forms: Pick<SignupStore, 'seats'>
  readonly firms: Pick<FirmService, 'publicFirm'>
  readonly liveReader: Pick<LiveReader, 'findMany'>
  readonly published: PublicSignupService['published']
  readonly viewerPath: PublicSignupDeps['viewerPath']
}

/** What the letter with a code holds. */
export interface CodeLetter {
  readonly name: string
  readonly email: string
  readonly language: Language
  readonly firmName: string
}

/** Asked from one network for one contact: a person who looks for the letter, not somebody who fills a mail box. */
const ofContact = { limit: 5, windowMs: 3_600_000 } as const
/** Per firm: a live of thousands who come by LINE, and no flood. */
const ofFirm = { limit: 3_000, windowMs: 3_600_000 } as const
const purpose = 'signup-code'
const sweepCodesTick = 'signup/sweep-codes'
/** Codes are of no use after ten minutes; for a day they show what happened. */
const keptMs = 24 * 3_600_000

/**
 * Somebody who signed up in another browser gets to the sign-up in this one by a code. To ask looks nobody up: the answer
 * and its time are the same for a stranger, and the letter is made by the event that follows (docs/decisions/029).
 */
export const createSignupCodes = (deps: SignupCodeDeps) => {
  const { platform, store, forms, liveReader } = deps
  const { db, clock, events, jobs, limits, secret } = platform

  const hashOf = (id: string, code: string): string => secret.sign(purpose, `${id} ${code}`)

  /** Throws `invalid` for what is neither an e-mail nor a phone. */
  const readContact = (contact: string, country: string): string => {
    if (isEmailTyped(contact)) {
      const email = Email.safeParse(contact)
      if (email.success) return email.data
      throw fail('invalid', { fields: { contact: signupErrors.noContact } })
    }
    if (!PhoneInput.safeParse(contact).success) throw fail('invalid', { fields: { contact: signupErrors.noContact } })
    return readPhone(contact, country, 'contact')
  }

  const ask = async (
    body: { readonly customUrl: string; readonly contact: string; readonly phoneCountry: string },
    by: { readonly deviceHash: string; readonly network: string },
  ): Promise<void> => {
    const { id: signupId, firmId } = await deps.published(body.customUrl)
    const contact = readContact(body.contact, body.phoneCountry)
    const { deviceHash } = by
    const again = await limits.take(`code again ${signupId} ${deviceHash}`, { limit: 1, windowMs: codeAgainAfterMs })
    if (!again.ok) {
      const { retryAfterMs } = again
      throw fail('tooManyRequests', { reason: signupErrors.codeTooSoon, details: { retryAfterMs } })
    }
    for (const [key, rule] of [
      [`codes for ${firmId} ${contact} from ${by.network}`, ofContact],
      [`codes of ${firmId}`, ofFirm],
    ] as const) {
      const taken = await limits.take(key, rule)
      if (taken.ok) continue
      const { retryAfterMs } = taken
      throw fail('tooManyRequests', { reason: signupErrors.codesTooMany, details: { retryAfterMs } })
    }
    const now = clock.now()
    const expiresAt = new Date(now.getTime() + codeMinutes * 60_000)
    const empty = { email: '', codeHash: null, tries: 0, usedAt: null }
    await db.transaction(async (tx) => {
      const codeId = newId()
      await store.insertCode(
        { ...empty, id: codeId, firmId, signupId, deviceHash, contact, createdAt: now, expiresAt },
        tx,
      )
      await events.emit(tx, codeAsked, { firmId, codeId })
    })
  }

  /** Whom the letter of a code goes to; undefined: nobody signed up so, or the code is over or was made. */
  const letterOf = async (firmId: string, codeId: string): Promise<CodeLetter | undefined> => {
    const row = await store.code(firmId, codeId)
    if (!row || row.codeHash !== null || row.expiresAt.getTime() <= clock.ms()) return undefined
    if ((await store.newestCode(row))?.id !== codeId) return undefined
    const person = await store.byContact(firmId, row.signupId, row.contact)
    if (!person || person.email === '') return undefined
    const { name, email, language } = person
    const firm = await deps.firms.publicFirm(firmId)
    return { name, email, language, firmName: firm.name }
  }

  /** Makes the code, in the transaction that queues its letter; undefined: it was made before. */
  const make = async (tx: Tx, firmId: string, codeId: string, email: string): Promise<string | undefined> => {
    const code = String(randomInt(10 ** codeDigits)).padStart(codeDigits, '0')
    return (await store.setCode(firmId, codeId, { email, codeHash: hashOf(codeId, code) }, tx)) ? code : undefined
  }

  /** Personal links of what these people can still attend, or watch again. */
  const linksOf = async (
    firmId: string,
    people: readonly { id: string; name: string; phone: string; email: string }[],
  ): Promise<OwnSignup['links']> => {
    const links = new Map<string, string>()
    for (const { id: signupUserId, name, phone, email } of people)
      for (const live of await liveReader.findMany(firmId, await forms.seats(firmId, signupUserId))) {
        const status = liveStatusAt(live, clock.ms())
        if (links.has(live.id) || status === 'cancelled' || status === 'draft') continue
        if (status === 'ended' && !isReplayOpen(live, clock.ms())) continue
        const path = await deps.viewerPath(firmId, live.id, { signupUserId, name, phone, email })
        if (path !== undefined) links.set(live.id, path)
      }
    return [...links].map(([liveId, path]) => ({ liveId, path }))
  }

  const enter = async (
    body: { readonly customUrl: string; readonly code: string },
    deviceHash: string,
  ): Promise<z.input<typeof OwnSignup>> => {
    const { id: signupId, firmId } = await deps.published(body.customUrl)
    const code = readCode(body.code)
    if (!isWholeCode(code)) throw fail('invalid', { fields: { code: signupErrors.codeIncomplete } })
    const over = fail('gone', { reason: signupErrors.codeOver, fields: { code: signupErrors.codeOver } })
    const row = await store.newestCode({ firmId, signupId, deviceHash })
    // A try counts before the code is compared, in a statement of its own: guesses at once are no more than one by one.
    const tries = row && (await store.takeTry(firmId, row.id, codeTries, clock.now()))
    if (!row || tries === undefined) throw over
    const [given, made] = [Buffer.from(hashOf(row.id, code)), Buffer.from(row.codeHash ?? hashOf(row.id, ''))]
    if (!timingSafeEqual(given, made)) {
      if (tries >= codeTries) throw over
      throw fail('invalid', { fields: { code: withValues(signupErrors.codeWrong, { left: codeTries - tries }) } })
    }
    const people = await db.transaction(async (tx) => {
      const found = await store.byEmail(firmId, signupId, row.email, tx)
      if (found.length === 0 || !(await store.markUsed(firmId, row.id, clock.now(), tx))) throw over
      const ids = found.map(({ id }) => id)
      await store.openOn(firmId, ids, deviceHash, clock.now(), tx)
      const entry = { firmId, kind: 'codeUsed' as const, at: clock.now(), actor: '', detail: '' }
      await store.addEvents(
        ids.map((signupUserId) => ({ ...entry, id: newId(), signupUserId })),
        tx,
      )
      return found
    })
    return { name: redactName(people.at(-1)?.name ?? ''), links: await linksOf(firmId, people) }
  }

  jobs.every(sweepCodesTick, 3600, () =>
    sweepInBatches((limit) => store.sweepCodes(new Date(clock.ms() - keptMs), limit)),
  )

  return { ask, enter, letterOf, make }
}
export type SignupCodes = ReturnType<typeof createSignupCodes>
