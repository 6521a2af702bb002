import type { SendOutcome } from './mail.ts'

interface TextMessage {
  /** The same for every try of one message to one person. */
  readonly id: string
  /** A Taiwanese mobile number: `+886912345678`. */
  readonly to: string
  readonly text: string
}

export interface SmsTransport {
  readonly name: string
  /** So many messages are handed over at once. */
  readonly concurrency: number
  /** Throws only when nobody can say whether the message was handed over: don't send it again by yourself. */
  send(message: TextMessage): Promise<SendOutcome>
}

/** The built-in: messages are rows already and are read in the console, so handing one over is nothing more. */
export const outboxSms = (): SmsTransport => ({
  name: 'outbox',
  concurrency: 50,
  send: async ({ id }) => ({ outcome: 'handed', reference: `outbox:${id}` }),
})
