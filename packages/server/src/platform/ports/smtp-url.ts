import { isIP } from 'node:net'
import { hostname } from 'node:os'
import type { ConnectionOptions } from 'node:tls'

/** A mail server and how it is spoken to, as SMTP_URL names it. */
export interface SmtpServer {
  readonly host: string
  readonly port: number
  /** smtps: TLS begins before the first word. */
  readonly isTlsFromStart: boolean
  /** Undefined: nobody logs in. */
  readonly login: { readonly user: string; readonly password: string } | undefined
  /** STARTTLS: used where it is offered; `always`: nothing is said without it; `never`: not even where it is offered. */
  readonly startTls: 'offered' | 'always' | 'never'
  readonly tls: ConnectionOptions
  /** How this machine calls itself. */
  readonly name: string
  /** The most at once. */
  readonly connections: number
  /** Letters handed over at once; those beyond the connections wait for one. */
  readonly lettersAtOnce: number
}

/** A machine's own name where it is one of the name system, else an address of no meaning. */
const ownName = (): string => {
  const name = hostname()
  if (isIP(name) === 4) return `[${name}]`
  return /^[\w-]+(\.[\w-]+)+$/.test(name) ? name : '[127.0.0.1]'
}

const defaultConnections = 10

/** What each option may be. */
const readers = {
  connections: /^[1-9]\d?$/,
  lettersAtOnce: /^[1-9]\d{0,2}$/,
  requireTLS: /^(?:true|false)$/,
  ignoreTLS: /^(?:true|false)$/,
  name: /^[\w.:[\]-]{1,255}$/,
  'tls.rejectUnauthorized': /^(?:true|false)$/,
  'tls.servername': /^[\w.-]{1,255}$/,
} as const

/** Reads smtp://user:password@host:587?requireTLS=true. Throws for an option that is none, naming no password. */
export const readSmtpUrl = (text: string): SmtpServer => {
  const url = new URL(text)
  const isTlsFromStart = url.protocol === 'smtps:'
  const options = new Map(url.searchParams)
  for (const [option, value] of options) {
    const shape: RegExp | undefined = Object.entries(readers).find(([known]) => known === option)?.[1]
    // An option that is misspelled must not pass for one that holds: it may be the one that asks for TLS.
    if (!shape)
      throw new Error(`SMTP_URL: no option “${option.slice(0, 40)}”, there are ${Object.keys(readers).join(', ')}`)
    if (!shape.test(value)) throw new Error(`SMTP_URL: the option “${option}” can’t have this value`)
  }
  const isSet = (option: keyof typeof readers): boolean => options.get(option) === 'true'
  // An address of the sixth version stands in brackets, in a URL alone.
  const host = url.hostname.replace(/^\[|\]$/g, '') || 'localhost'
  const servername = options.get('tls.servername') ?? (isIP(host) === 0 ? host : undefined)
  const user = decodeURIComponent(url.username)
  const connections = Number(options.get('connections') ?? defaultConnections)
  return {
    host,
    port: Number(url.port) || (isTlsFromStart ? 465 : 587),
    isTlsFromStart,
    login: user === '' && url.password === '' ? undefined : { user, password: decodeURIComponent(url.password) },
    startTls: isSet('requireTLS') ? 'always' : isSet('ignoreTLS') ? 'never' : 'offered',
    tls: {
      host,
      ...(servername === undefined ? {} : { servername }),
      rejectUnauthorized: options.get('tls.rejectUnauthorized') !== 'false',
    },
    name: options.get('name') ?? ownName(),
    connections,
    lettersAtOnce: Number(options.get('lettersAtOnce') ?? connections),
  }
}
