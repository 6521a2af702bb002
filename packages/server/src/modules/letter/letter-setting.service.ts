import { fail } from '@kaimai/contract/common/error.ts'
import { pathOf } from '@kaimai/contract/common/route.ts'
import { letterErrors } from '@kaimai/contract/letter/letter.errors.ts'
import { type LetterSetting, type LetterSettingChange, letterRoutes } from '@kaimai/contract/letter/letter.routes.ts'
import type { z } from 'zod'
import type { Actor, Audit } from '../../platform/audit/audit.ts'
import { changesOf } from '../../platform/audit/changes.ts'
import type { Database } from '../../platform/db/database.ts'
import type { Log } from '../../platform/log/log.ts'
import type { Surenotify } from '../../platform/ports/surenotify.ts'
import type { FirmService } from '../firm/firm.service.ts'
import type { LetterNoticeStore } from './letter-notice.store.ts'
import type { LetterSettings, LetterSettingStore } from './letter-setting.store.ts'
import type { LetterTransports } from './transports.ts'

/** What a firm sets of its letters, and the webhook at its account. Each change is in the audit log. */
export const createLetterSettings = ({
  db,
  audit,
  log,
  store,
  notices,
  firms,
  transports,
  publicUrl,
}: {
  readonly db: Database
  readonly audit: Audit
  readonly log: Log
  readonly store: LetterSettingStore
  readonly notices: LetterNoticeStore
  readonly firms: Pick<FirmService, 'find'>
  readonly transports: LetterTransports
  readonly publicUrl: () => string
}) => {
  const noticeUrl = (firmId: string): string => publicUrl() + pathOf(letterRoutes.notice).replace(':firmId', firmId)

  const show = async (firmId: string): Promise<z.input<typeof LetterSetting>> => {
    const firm = await firms.find(firmId)
    if (!firm) throw fail('noData')
    const [{ smsBrand, smsRegistered, webhook }, { mail, sms }, lastNoticeAt] = await Promise.all([
      store.of(firmId),
      transports.of(firm),
      notices.lastAt(firmId),
    ])
    return {
      smsBrand,
      smsRegistered: [...smsRegistered],
      mailTransport: mail.name,
      smsTransport: sms.name,
      webhook,
      webhookUrl: noticeUrl(firmId),
      lastNoticeAt: lastNoticeAt?.toISOString() ?? null,
    }
  }

  const change = async (by: Actor, changed: Partial<LetterSettings>): Promise<void> =>
    db.transaction(async (tx) => {
      const { firmId } = by
      const firm = await firms.find(firmId, tx)
      if (!firm) throw fail('noData')
      const before = await store.of(firmId, tx)
      const after = { ...before, ...changed }
      const differences = changesOf({ ...before }, after)
      if (Object.keys(differences).length === 0) return
      await store.set(firmId, after, tx)
      await audit.record(tx, by, 'letter.change', { id: firmId, name: firm.name }, differences)
    })

  const accountOf = async (firmId: string): Promise<Surenotify> => {
    if (!transports.isHere) throw fail('conflict', { reason: letterErrors.webhookNotHere })
    const account = await transports.accountOf(firmId)
    if (!account) throw fail('conflict', { reason: letterErrors.webhookNeedsKey })
    return account
  }

  /** What the firm's account answers; throws in words why it could not. */
  const ask = async (work: Promise<string>): Promise<void> => {
    const answer = await work.catch((error: unknown) => {
      log.warn({ err: error }, 'Surenotify could not be asked for its webhooks')
      throw fail('conflict', { reason: letterErrors.surenotifySilent })
    })
    if (answer === 'wrongKey') throw fail('conflict', { reason: letterErrors.surenotifyKeyWrong })
  }

  return {
    show,

    change: async (by: Actor, changed: z.output<typeof LetterSettingChange>) => {
      await change(by, { ...changed, smsRegistered: [...new Set(changed.smsRegistered)] })
      return show(by.firmId)
    },

    /** Asked for again it sets them again: the account may have lost them. */
    enableWebhook: async (by: Actor) => {
      const account = await accountOf(by.firmId)
      // What comes while the rest is being set counts already.
      await ask(account.setWebhooks(noticeUrl(by.firmId)))
      await change(by, { webhook: true })
      return show(by.firmId)
    },

    disableWebhook: async (by: Actor) => {
      const account = transports.isHere ? await transports.accountOf(by.firmId) : undefined
      // A key that was taken away, or works no more, has nothing that could be taken down.
      if (account) await ask(account.removeWebhooks().then((answer) => (answer === 'wrongKey' ? 'removed' : answer)))
      await change(by, { webhook: false })
      return show(by.firmId)
    },
  }
}
export type LetterSettingService = ReturnType<typeof createLetterSettings>
