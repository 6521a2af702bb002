import type { Language } from '@kaimai/contract/common/language.ts'
import type { LetterContents } from '@kaimai/contract/letter/letter-blocks.ts'
import { plainNameOr } from '@kaimai/contract/common/plain-name.ts'
import type { Tx } from '../../platform/db/database.ts'
import { newId } from '../../platform/ids.ts'
import type { LetterService } from '../letter/letter.service.ts'
import { confirmEmailText, emailChangedText, invitationText, resetText, unnamed } from './account-letter-texts.ts'
import type { MemberRow } from './auth.tables.ts'

export interface AccountLetterDeps {
  readonly letters: Pick<LetterService, 'add' | 'queue' | 'newestOfPlatform'>
  readonly publicUrl: () => string
}

/** Numbers beside letterTypes of the contract, which merchants choose among. */
const types = { reset: 101, invitation: 102, confirmEmail: 103, emailChanged: 104 } as const

/** How long the link to a new password works. */
export const resetLinkMs = 3600_000

/** Name and wording of the platform as a sender. */
const platformName = '開賣 Kaimai'

/**
 * Letters of the platform to members: a class of letters that stands in no firm's log, for its staff would read each
 * other's links. Without SMTP they wait for the operator (`npm run operator -- letters`).
 */
export const createAccountLetters = ({ letters, publicUrl }: AccountLetterDeps) => {
  const kind = (type: number, contents: LetterContents, variables: readonly string[], goodForMs?: number) => {
    letters.add({ type, class: 'account', contents, variables, ...(goodForMs === undefined ? {} : { goodForMs }) })
    return (
      tx: Tx,
      person: { readonly to: string; readonly name: string; readonly language: Language },
      values: Readonly<Record<string, string>>,
    ): Promise<void> =>
      letters.queue(tx, {
        firmId: null,
        firmName: platformName,
        type,
        letters: [{ ...person, key: `account:${newId()}`, values }],
      })
  }
  const writeReset = kind(types.reset, resetText, ['accountUrl'], resetLinkMs)
  const writeInvitation = kind(types.invitation, invitationText, ['accountUrl', 'invitingFirm', 'invitedBy'])
  const writeConfirmEmail = kind(types.confirmEmail, confirmEmailText, ['accountUrl'])
  const writeEmailChanged = kind(types.emailChanged, emailChangedText, ['newEmail'])

  return {
    reset: (tx: Tx, { email: to, name }: MemberRow, token: string, language: Language): Promise<void> =>
      writeReset(tx, { to, name, language }, { accountUrl: `${publicUrl()}/auth/reset/${token}` }),

    invitation: (
      tx: Tx,
      invitation: { to: string; firmName: string; invitedBy: string; token: string },
      language: Language,
    ): Promise<void> => {
      const { to, token } = invitation
      // Anybody can register as a merchant and invite whom they like: what they named themselves is text here.
      const invitingFirm = plainNameOr(invitation.firmName, unnamed[language].firm)
      const invitedBy = plainNameOr(invitation.invitedBy, unnamed[language].member)
      const accountUrl = `${publicUrl()}/auth/invitation/${token}`
      return writeInvitation(tx, { to, name: '', language }, { accountUrl, invitingFirm, invitedBy })
    },

    /** To the new address; it counts once the link was opened. */
    confirmEmail: (
      tx: Tx,
      recipient: { to: string; name: string; token: string },
      language: Language,
    ): Promise<void> => {
      const { to, name, token } = recipient
      return writeConfirmEmail(tx, { to, name, language }, { accountUrl: `${publicUrl()}/auth/confirm-email/${token}` })
    },

    /** To the address that was in use until now. */
    emailChanged: (
      tx: Tx,
      recipient: { to: string; name: string; email: string },
      language: Language,
    ): Promise<void> => {
      const { to, name, email } = recipient
      return writeEmailChanged(tx, { to, name, language }, { newEmail: email })
    },

    newest: letters.newestOfPlatform,
  }
}
export type AccountLetters = ReturnType<typeof createAccountLetters>
