import { createHmac } from 'node:crypto'
import { GatewayWord } from './gateway.port.ts'
import { isSameText } from './is-same-text.ts'

/** What the sandbox gateway sends: a form, its last field the HMAC-SHA256 (hex) of all the text before it. */
export interface SandboxNotice {
  readonly id: string
  readonly word: GatewayWord
}

export const sandboxAnswers = { taken: '1|OK', refused: '0|ERR' } as const

const mark = '&sign='

const macOf = (secret: Buffer, text: string): string => createHmac('sha256', secret).update(text).digest('hex')

export const writeSandboxNotice = (secret: Buffer, { id, word }: SandboxNotice): string => {
  const { code, amount, words = '', ...rest } = word
  const form = new URLSearchParams({
    id,
    ...rest,
    words,
    amount: String(amount),
    ...(code && { code: JSON.stringify(code) }),
  })
  const text = form.toString()
  return `${text}${mark}${macOf(secret, text)}`
}

/** Undefined unless the gateway has signed every byte of it. */
export const readSandboxNotice = (secret: Buffer, text: string): GatewayWord | undefined => {
  const at = text.lastIndexOf(mark)
  if (at < 0) return undefined
  const signed = text.slice(0, at)
  // Compared as text: reading hex would forgive what follows it.
  if (!isSameText(text.slice(at + mark.length), macOf(secret, signed))) return undefined
  const { code, amount, ...rest } = Object.fromEntries(new URLSearchParams(signed))
  const read = code === undefined ? {} : { code: JSON.parse(code) as unknown }
  return GatewayWord.safeParse({ ...rest, amount: Number(amount), ...read }).data
}
