import { type EcpayFields, type EcpayKeys, ecpayMac, isFromEcpay } from './ecpay-mac.ts'
import { phpQuery } from './php-url-encode.ts'

const timeoutMs = 20_000

export interface EcpayCalls {
  /** Answers what ECPay says, unread. Throws when it can't be reached. */
  readonly send: (path: string, fields: EcpayFields, keys: EcpayKeys) => Promise<string>
  /** Of calls whose answer is signed. Throws when it is not. */
  readonly ask: (path: string, fields: EcpayFields, keys: EcpayKeys) => Promise<EcpayFields>
}

/** Calls of our server to ECPay: signed forms. `url` is without a slash at the end. */
export const createEcpayCalls = (url: string): EcpayCalls => {
  const send: EcpayCalls['send'] = async (path, fields, keys) => {
    const response = await fetch(url + path, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: phpQuery({ ...fields, CheckMacValue: ecpayMac(fields, keys, 'sha256') }),
      redirect: 'error',
      signal: AbortSignal.timeout(timeoutMs),
    })
    if (!response.ok) throw new Error(`ecpay: ${path} answered ${response.status}`)
    return response.text()
  }
  return {
    send,
    ask: async (path, fields, keys) => {
      const answer: EcpayFields = Object.fromEntries(new URLSearchParams(await send(path, fields, keys)))
      if (!isFromEcpay(answer, keys)) throw new Error(`ecpay: the answer of ${path} is not signed`)
      return answer
    },
  }
}
