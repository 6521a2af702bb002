import type { Language } from '@kaimai/contract/common/language.ts'
import { z } from 'zod'
import type { Clock } from '../../platform/clock.ts'
import type { Tx } from '../../platform/db/database.ts'
import { newId } from '../../platform/ids.ts'
import type { Jobs } from '../../platform/jobs/jobs.ts'
import type { MailTransport } from '../../platform/ports/mail.ts'
import type { AuthStore } from './auth.store.ts'
import type { MemberRow } from './auth.tables.ts'

const texts = {
  'zh-TW': {
    subject: '重設您的開賣 Kaimai 密碼',
    hello: (name: string) => `${name} 您好：`,
    why: '我們收到重設密碼的申請。請在一小時內開啟下面的連結設定新密碼：',
    not: '如果不是您本人申請，請忽略這封信，密碼不會改變。',
  },
  en: {
    subject: 'Reset your Kaimai password',
    hello: (name: string) => `Hello ${name},`,
    why: 'Someone asked to reset your password. Open this link within one hour to set a new one:',
    not: 'If it was not you, ignore this letter; your password stays as it is.',
  },
} as const

const escape = (text: string): string =>
  text.replace(/[&<>"]/g, (sign) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' })[sign] ?? sign)

export interface AccountLetterDependencies {
  readonly store: AuthStore
  readonly jobs: Jobs
  readonly clock: Clock
  /** Undefined without SMTP: the letters wait for the operator (`npm run operator -- letters`). */
  readonly mail: MailTransport | undefined
  readonly publicUrl: () => string
}

/** Letters of the platform to members. They never enter a firm's outbox, for its staff would read each other's links. */
export const createAccountLetters = ({ store, jobs, clock, mail, publicUrl }: AccountLetterDependencies) => {
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

  return {
    reset: async (tx: Tx, member: MemberRow, token: string, language: Language): Promise<void> => {
      const say = texts[language]
      const url = `${publicUrl()}/auth/reset/${token}`
      const id = newId()
      await store.insertLetter(
        {
          id,
          toAddress: member.email,
          subject: say.subject,
          body: `${say.hello(member.name)}\n\n${say.why}\n${url}\n\n${say.not}\n`,
          html: `<p>${escape(say.hello(member.name))}</p><p>${say.why}</p><p><a href="${url}">${url}</a></p><p>${say.not}</p>`,
          createdAt: clock.now(),
          sentAt: null,
          problem: '',
        },
        tx,
      )
      if (mail) await jobs.enqueue('account-letter', { id }, { on: tx })
    },
    newest: store.letters,
  }
}
export type AccountLetters = ReturnType<typeof createAccountLetters>
