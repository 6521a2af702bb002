import type { SendOutcome } from './mail.ts'

export interface SmsMessage {
  /** The same for every try of one message to one person. */
  readonly id: string
  /** E.164: +886912345678. */
  readonly to: string
  readonly text: string
}

export interface SmsTransport {
  readonly name: string
  /** Throws only when nobody can say whether the message was handed over: don't send it again by yourself. */
  send(message: SmsMessage): Promise<SendOutcome>
  close(): Promise<void>
}

/** The built-in: messages are rows already and are read in the console. */
export const outboxSms = (): SmsTransport => ({
  name: 'outbox',
  send: async (message) => ({ outcome: 'handed', reference: `outbox:${message.id}` }),
  close: async () => {},
})
