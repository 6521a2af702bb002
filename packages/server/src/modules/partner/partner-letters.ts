import { letterTypes } from '@kaimai/contract/letter/letter.rules.ts'
import type { Tx } from '../../platform/db/database.ts'
import type { Limits } from '../../platform/rate-limits/limits.ts'
import type { LetterToPerson, LetterValues } from '../letter/letter-kind.service.ts'
import type { LetterService } from '../letter/letter.service.ts'
import type { AutomaticLettersService } from '../letter-template/automatic-letters.service.ts'
import { type PartnerAddressing, partnerIdOf } from './partner-addressing.service.ts'
import { invitationText, forgottenText } from './partner-letter-texts.ts'
import type { PartnerSessions } from './partner-session.service.ts'
import type { PartnerService } from './partner.service.ts'
import './partner.events.ts'

export interface PartnerLettersDeps {
  readonly letters: Pick<LetterService, 'follow'>
  readonly addressing: PartnerAddressing
  readonly automatic: Pick<AutomaticLettersService, 'textOf'>
  readonly partners: Pick<PartnerService, 'makeLink'>
  readonly sessions: Pick<PartnerSessions, 'forgottenBy'>
  readonly limits: Pick<Limits, 'take'>
  readonly audienceUrl: () => string
}

/** Letters with a new password to one partner: who knows the address can ask for them. */
const forgottenADay = { limit: 5, windowMs: 86_400_000 } as const

/** The letters by which a partner sets a password. */
export const definePartnerLetters = (deps: PartnerLettersDeps): void => {
  const { letters, addressing, automatic, partners, sessions, limits, audienceUrl } = deps

  /** The link is made as the letter is queued, and is in no event. */
  const make = async (tx: Tx, firmId: string, { key }: LetterToPerson): Promise<LetterValues | undefined> => {
    const link = await partners.makeLink(tx, firmId, partnerIdOf(key))
    return link && { passwordUrl: audienceUrl() + link.path }
  }
  const kind = {
    variables: ['pageUrl', 'passwordUrl', 'email'],
    secrets: ['passwordUrl'],
    addressNow: addressing.addressNow,
    make,
  }

  letters.follow({
    ...kind,
    type: letterTypes.associationNotice,
    class: 'notice',
    event: 'partner.invited',
    subscriber: 'partner-invitation-letter',
    contents: invitationText,
    load: async ({ firmId, partnerId, causeId }) => {
      const partner = await addressing.addressee(firmId, partnerId)
      if (!partner) return undefined
      const values = { email: partner.email }
      const { contents } = await automatic.textOf(firmId, 'partnerInvited')
      return addressing.letterTo(firmId, partner, { cause: `invitation:${causeId}`, values, contents })
    },
  })

  letters.follow({
    ...kind,
    type: letterTypes.associationPassword,
    class: 'code',
    event: 'partner.passwordForgotten',
    subscriber: 'partner-password-letter',
    contents: forgottenText,
    load: async ({ partnerId, emailHash, causeId }) => {
      const found = await sessions.forgottenBy(partnerId, emailHash)
      if (!found) return undefined
      const partner = await addressing.addressee(found.firmId, partnerId)
      if (!partner || !(await limits.take(`partner password letter ${partnerId}`, forgottenADay)).ok) return undefined
      const values = { email: partner.email }
      const { contents } = await automatic.textOf(found.firmId, 'partnerPassword')
      return addressing.letterTo(found.firmId, partner, { cause: `password:${causeId}`, values, contents })
    },
  })
}
