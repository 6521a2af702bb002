import type { Language } from '@kaimai/contract/common/language.ts'
import { plainNameOr } from '@kaimai/contract/common/plain-name.ts'
import { z } from 'zod'
import type { Clock } from '../../platform/clock.ts'
import type { Tx } from '../../platform/db/database.ts'
import { newId } from '../../platform/ids.ts'
import type { Jobs } from '../../platform/jobs/jobs.ts'
import type { MailTransport } from '../../platform/ports/mail.ts'
import {
  confirmEmailText,
  emailChangedText,
  invitationText,
  type LetterText,
  resetText,
  unnamed,
} from './account-letter-texts.ts'
import type { AuthStore } from './auth.store.ts'
import type { MemberRow } from './auth.tables.ts'

const escape = (text: string): string =>
  text.replace(/[&<>"]/g, (sign) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' })[sign] ?? sign)

export interface AccountLetterDeps {
  readonly store: AuthStore
  readonly jobs: Jobs
  readonly clock: Clock
  /** Undefined without SMTP: the letters wait for the operator (`npm run operator -- letters`). */
  readonly mail: MailTransport | undefined
  readonly publicUrl: () => string
}

/** Letters of the platform to members. They never enter a firm's outbox, for its staff would read each other's links. */
export const createAccountLetters = ({ store, jobs, clock, mail, publicUrl }: AccountLetterDeps) => {
  jobs.define(
    'account-letter',
    { schema: z.object({ id: z.string() }), retryLimit: 8, retryDelaySeconds: 30 },
    async ({ id }) => {
      const letter = await store.letter(id)
      if (!letter || letter.sentAt || !mail) return
      const sent = await mail.send({
        id,
        to: letter.toAddress,
        fromName: '開賣 Kaimai',
        subject: letter.subject,
        html: letter.html,
        text: letter.body,
      })
      if (sent.outcome === 'handed') return store.letterHanded(id, clock.now(), '')
      if (sent.permanent) return store.letterHanded(id, null, sent.reason)
      throw new Error(`account letter refused for now: ${sent.reason}`)
    },
  )

  const write = async (tx: Tx, to: string, text: LetterText, path?: string): Promise<void> => {
    const url = path === undefined ? '' : publicUrl() + path
    const id = newId()
    const html = [
      ...text.before.map((line) => `<p>${escape(line)}</p>`),
      ...(url ? [`<p><a href="${url}">${url}</a></p>`] : []),
      ...text.after.map((line) => `<p>${escape(line)}</p>`),
    ]
    await store.insertLetter(
      {
        id,
        toAddress: to,
        subject: text.subject,
        body: [...text.before.flatMap((line) => [line, '']), ...(url ? [url, ''] : []), ...text.after, ''].join('\n'),
        html: html.join(''),
        createdAt: clock.now(),
        sentAt: null,
        problem: '',
      },
      tx,
    )
    if (mail) await jobs.enqueue('account-letter', { id }, { on: tx })
  }

  return {
    reset: (tx: Tx, member: MemberRow, token: string, language: Language): Promise<void> =>
      write(
        tx,
        member.email,
        resetText[language]({ name: plainNameOr(member.name, unnamed[language].member) }),
        `/auth/reset/${token}`,
      ),

    invitation: (
      tx: Tx,
      invitation: { to: string; firmName: string; invitedBy: string; token: string },
      language: Language,
    ): Promise<void> => {
      // Anybody can register as a merchant and invite whom they like: what they named themselves is text here.
      const firmName = plainNameOr(invitation.firmName, unnamed[language].firm)
      const invitedBy = plainNameOr(invitation.invitedBy, unnamed[language].member)
      return write(
        tx,
        invitation.to,
        invitationText[language]({ firmName, invitedBy }),
        `/auth/invitation/${invitation.token}`,
      )
    },

    /** To the new address; it counts once the link was opened. */
    confirmEmail: (tx: Tx, recipient: { to: string; name: string; token: string }, language: Language): Promise<void> =>
      write(
        tx,
        recipient.to,
        confirmEmailText[language]({ name: plainNameOr(recipient.name, unnamed[language].member) }),
        `/auth/confirm-email/${recipient.token}`,
      ),

    /** To the address that was in use until now. */
    emailChanged: (tx: Tx, recipient: { to: string; name: string; email: string }, language: Language): Promise<void> =>
      write(
        tx,
        recipient.to,
        emailChangedText[language]({ ...recipient, name: plainNameOr(recipient.name, unnamed[language].member) }),
      ),

    newest: store.letters,
  }
}
export type AccountLetters = ReturnType<typeof createAccountLetters>
