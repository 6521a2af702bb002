import { emailApiStates } from '@kaimai/contract/firm/firm.rules.ts'
import type { Executor } from '../../platform/db/database.ts'
import type { MailTransport } from '../../platform/ports/mail.ts'
import type { SmsTransport } from '../../platform/ports/sms.ts'
import { createSurenotify, type Surenotify, surenotifyName } from '../../platform/ports/surenotify.ts'
import type { FirmRow } from '../firm/firm.service.ts'

/** What stands over a firm's letters, and what decides how they leave. */
export type FirmSender = Pick<
  FirmRow,
  'id' | 'name' | 'senderName' | 'replyTo' | 'isSurenotify' | 'senderDomain' | 'emailApiStatus'
>

/** Undefined: the firm has none. */
export interface SurenotifyKeys {
  readonly open: (firmId: string, name: 'surenotifyKey', on?: Executor) => Promise<string | undefined>
}

export interface Transports {
  readonly mail: MailTransport
  readonly sms: SmsTransport
}

/** Names what is here or away as one: what this server has for all, or a firm's own account, for either channel. */
export const transportNameOf = (
  { mail, sms }: Transports,
  { firmId, channel }: { readonly firmId: string | null; readonly channel: 'email' | 'sms' },
): string => {
  const { name } = channel === 'sms' ? sms : mail
  return name === surenotifyName ? `${channel} ${name} ${firmId}` : `${channel} ${name}`
}

/** Before the firm's own domain, where letters leave by its own account. */
const ownMailbox = 'noreply'

/** By what the letters of each firm leave: by its own account at Surenotify, else by what this server has for all. */
export const createTransports = ({
  shared,
  secrets,
  surenotifyUrl,
}: {
  readonly shared: Transports
  readonly secrets: SurenotifyKeys
  /** Undefined: no firm's letters leave by Surenotify. */
  readonly surenotifyUrl: string | undefined
}) => {
  const accountOf = async (firmId: string, on?: Executor): Promise<Surenotify | undefined> => {
    if (surenotifyUrl === undefined) return undefined
    const key = await secrets.open(firmId, 'surenotifyKey', on)
    return key === undefined ? undefined : createSurenotify({ url: surenotifyUrl, key })
  }

  return {
    isHere: surenotifyUrl !== undefined,
    /** Letters that what this server has for all takes at once. */
    concurrency: shared.mail.concurrency,
    accountOf,
    /** Undefined: the platform writes, or a firm that is gone. */
    of: async (sender: FirmSender | undefined, on?: Executor): Promise<Transports> => {
      if (!sender?.isSurenotify) return shared
      const account = await accountOf(sender.id, on)
      if (!account) return shared
      // It takes no letter from a domain that isn't the firm's own.
      const { senderDomain, emailApiStatus } = sender
      const isOwn = senderDomain !== '' && emailApiStatus === emailApiStates.verified
      return { sms: account.sms(), mail: isOwn ? account.mail(`${ownMailbox}@${senderDomain}`) : shared.mail }
    },
  }
}
export type LetterTransports = ReturnType<typeof createTransports>
