export interface MailAttachment {
  readonly fileName: string
  readonly contentType: string
  readonly content: string | Uint8Array
}

export interface MailLetter {
  /** The same for every try of one letter to one person: transports that can, use it against sending twice. */
  readonly id: string
  /** One e-mail address. */
  readonly to: string
  /** The name that stands before the sender's address. */
  readonly fromName: string
  readonly subject: string
  readonly html: string
  readonly text: string
  readonly headers?: Readonly<Record<string, string>>
  readonly attachments?: readonly MailAttachment[]
}

/** `handed`: the provider has it, under its reference. `refused`: it surely has not, and why. */
export type SendOutcome =
  | { readonly outcome: 'handed'; readonly reference: string }
  | {
      readonly outcome: 'refused'
      readonly reason: string
      /** True when trying again can't help: a wrong address, a message the provider won't take. */
      readonly permanent: boolean
      /** True when nothing was said of this letter: there was no connection, or the sender is let in with none. */
      readonly isAway?: boolean
    }

export interface MailTransport {
  readonly name: string
  /** So many letters are handed over at once. */
  readonly concurrency: number
  /** Throws only when nobody can say whether the letter was handed over: don't send it again by yourself. */
  send(letter: MailLetter): Promise<SendOutcome>
  close(): Promise<void>
}

/** The built-in: letters are rows already and are read in the console, so handing one over is nothing more. */
export const outboxMail = (): MailTransport => ({
  name: 'outbox',
  concurrency: 50,
  send: async (letter) => ({ outcome: 'handed', reference: `outbox:${letter.id}` }),
  close: async () => {},
})
