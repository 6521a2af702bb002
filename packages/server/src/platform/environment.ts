import { resolve } from 'node:path'
import { z } from 'zod'

export const roles = ['console', 'room', 'purchase', 'worker'] as const
export type Role = (typeof roles)[number]

export interface Environment {
  port: number
  host: string
  /** Whether HOST was set: then the server may be reached from elsewhere. */
  isHostSet: boolean
  /** Absolute. */
  dataDir: string
  demo: boolean
  databaseUrl: string | undefined
  redisUrl: string | undefined
  s3: { endpoint: string; bucket: string; key: string; secret: string; region: string } | undefined
  roles: ReadonlySet<Role>
  /** An origin, without a slash at the end. */
  publicUrl: string
  /** An origin, maybe with {firm} in its host; undefined: the audience shares publicUrl. */
  audienceUrl: string | undefined
  /** Addresses and networks whose forwarded headers count. */
  trustProxy: string[]
  secret: string | undefined
  sandbox: boolean
  smtpUrl: string | undefined
  /** Meta's Graph API with its version, without a slash at the end; undefined: nothing is sent to Meta. */
  metaGraphUrl: string | undefined
  /** TikTok's Events API; undefined: nothing is sent to TikTok. */
  tiktokEventsUrl: string | undefined
  /** ECPay's payments, its stage or a stand-in, without a slash at the end; undefined: no firm is paid by ECPay. */
  ecpayUrl: string | undefined
  /** The same of NewebPay, LINE Pay and PayNow. */
  newebpayUrl: string | undefined
  linepayUrl: string | undefined
  paynowUrl: string | undefined
  /** What draws PayNow's form in a page of ours. */
  paynowScriptUrl: string | undefined
  /** Surenotify's API or a stand-in, without a slash at the end; undefined: no firm's letters leave by it. */
  surenotifyUrl: string | undefined
  /** Below so many bytes on the disk of the data folder, what strangers write is refused; 0: never. */
  minFreeDiskBytes: number
  /** A statement of the embedded database that takes longer ends the process, which is started again; 0: never. */
  databaseTimeoutMs: number
  /** Whether connections of PostgreSQL keep plans. */
  databasePlans: boolean
  logLevel: 'fatal' | 'error' | 'warn' | 'info' | 'debug' | 'trace' | 'silent'
}

/** Where money moves; any other is a stage or a stand-in. PayNow's is as its documents say, and not confirmed. */
export const realGatewayUrls = {
  ecpay: 'https://payment.ecpay.com.tw',
  newebpay: 'https://core.newebpay.com',
  linepay: 'https://api-pay.line.me',
  paynow: 'https://api.paynow.com.tw',
} as const

const minSecretLength = 32

const urlWith = (protocols: string[], words: string) =>
  z.string().refine((text) => URL.canParse(text) && protocols.includes(new URL(text).protocol), words)

const isOrigin = (text: string): boolean => {
  if (!URL.canParse(text)) return false
  const url = new URL(text)
  const bare = url.pathname === '/' && url.search === '' && url.hash === '' && url.username === ''
  return bare && (url.protocol === 'https:' || url.protocol === 'http:')
}

/** An advertiser's server: a URL, or `off`. */
const serverOrOff = (byDefault: string) =>
  z
    .string()
    .refine(
      (text) => text === 'off' || (URL.canParse(text) && /^https?:$/.test(new URL(text).protocol)),
      'is a URL that begins with https:// or http://, or off',
    )
    .default(byDefault)
    .transform((text) => (text === 'off' ? undefined : text))

const withoutSlash = (text: string) => text.replace(/\/$/, '')

const gatewayUrl = (real: string) => serverOrOff(real).transform((text) => text && withoutSlash(text))

const onOff = (byDefault: boolean) =>
  z
    .enum(['0', '1'], 'is 1 or 0')
    .transform((value) => value === '1')
    .default(byDefault)

const list = (text: string) =>
  text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '')

const isAddress = (text: string) =>
  /^(loopback|linklocal|uniquelocal)$/.test(text) ||
  z.union([z.ipv4(), z.ipv6(), z.cidrv4(), z.cidrv6()]).safeParse(text).success

const rolesLabels = `is a list of ${roles.join(', ')}, with commas`

const variables = z.object({
  PORT: z
    .string()
    .regex(/^\d{1,5}$/, 'is a number from 0 to 65535')
    .transform(Number)
    .refine((port) => port <= 65_535, 'is a number from 0 to 65535')
    .default(3000),
  HOST: z
    .string()
    .regex(/^[\w.:%-]+$/, 'is an address or a host name')
    .optional(),
  KAIMAI_DATA: z.string().default('data'),
  KAIMAI_DEMO: onOff(true),
  DATABASE_URL: urlWith(['postgres:', 'postgresql:'], 'is a URL that begins with postgres://').optional(),
  REDIS_URL: urlWith(['redis:', 'rediss:'], 'is a URL that begins with redis:// or rediss://').optional(),
  S3_ENDPOINT: urlWith(['http:', 'https:'], 'is a URL that begins with https:// or http://').optional(),
  S3_BUCKET: z.string().optional(),
  S3_KEY: z.string().optional(),
  S3_SECRET: z.string().optional(),
  S3_REGION: z.string().default('auto'),
  ROLES: z
    .string()
    .transform(list)
    .pipe(z.array(z.enum(roles, rolesLabels)).min(1, rolesLabels))
    .default([...roles]),
  PUBLIC_URL: z
    .string()
    .refine(isOrigin, 'is an origin such as https://shop.example, without a path')
    .transform(withoutSlash)
    .optional(),
  AUDIENCE_URL: z
    .string()
    .refine(
      (text) => isOrigin(text.replace('{firm}', 'firm')),
      'is an origin such as https://live.example or https://{firm}.live.example, without a path',
    )
    .transform(withoutSlash)
    .optional(),
  TRUST_PROXY: z
    .string()
    .transform(list)
    .refine((addresses) => addresses.every(isAddress), 'is a list of addresses or networks such as 10.0.0.0/8')
    .default([]),
  KAIMAI_SECRET: z.string().optional(),
  KAIMAI_SANDBOX: onOff(false),
  SMTP_URL: urlWith(['smtp:', 'smtps:'], 'is a URL that begins with smtp:// or smtps://').optional(),
  META_GRAPH_URL: serverOrOff('https://graph.facebook.com/v25.0').transform((text) => text && withoutSlash(text)),
  TIKTOK_EVENTS_URL: serverOrOff('https://business-api.tiktok.com/open_api/v1.3/event/track/'),
  ECPAY_URL: gatewayUrl(realGatewayUrls.ecpay),
  NEWEBPAY_URL: gatewayUrl(realGatewayUrls.newebpay),
  LINEPAY_URL: gatewayUrl(realGatewayUrls.linepay),
  PAYNOW_URL: gatewayUrl('off'),
  PAYNOW_SCRIPT_URL: serverOrOff('https://js.paynow.com.tw/sdk/v2/index.js'),
  SURENOTIFY_URL: gatewayUrl('https://mail.surenotifyapi.com'),
  KAIMAI_MIN_FREE_DISK: z
    .string()
    .regex(/^\d{1,7}$/, 'is a number of megabytes, 0 for none')
    .default('200')
    .transform((megabytes) => Number(megabytes) * 1024 * 1024),
  KAIMAI_DATABASE_TIMEOUT: z
    .string()
    .regex(/^\d{1,5}$/, 'is a number of seconds, 0 for none')
    .default('60')
    .transform((seconds) => Number(seconds) * 1000),
  KAIMAI_DATABASE_PLANS: onOff(true),
  LOG_LEVEL: z
    .enum(
      ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'],
      'is fatal, error, warn, info, debug, trace or silent',
    )
    .default('warn'),
})

type RawVariables = Partial<Record<keyof typeof variables.shape, string>>

const s3Names = ['S3_ENDPOINT', 'S3_BUCKET', 'S3_KEY', 'S3_SECRET'] as const

/** What no variable shows by itself. Checked on the raw values, so that these errors stand beside the others. */
const errorsBetween = (raw: RawVariables): string[] => {
  const errors: string[] = []
  const missing = s3Names.filter((name) => raw[name] === undefined)
  if (missing.length > 0 && missing.length < s3Names.length) {
    errors.push(`${missing.join(', ')}: needed too, because other S3_ variables are set`)
  }
  const asked = new Set(list(raw.ROLES ?? roles.join(',')))
  if (raw.DATABASE_URL === undefined && !roles.every((role) => asked.has(role))) {
    errors.push(
      'ROLES: the embedded database serves one process, which takes all four roles; set DATABASE_URL to split them',
    )
  }
  if (raw.DATABASE_URL !== undefined && raw.KAIMAI_SECRET === undefined) {
    errors.push('KAIMAI_SECRET: needed with DATABASE_URL, and the same for every process')
  }
  const secrets = list(raw.KAIMAI_SECRET ?? '')
  if (raw.KAIMAI_SECRET !== undefined && (secrets.length === 0 || secrets.some((it) => it.length < minSecretLength))) {
    errors.push(`KAIMAI_SECRET: at least ${minSecretLength} characters (openssl rand -base64 32 makes one)`)
  }
  return errors
}

/** Throws one error that lists every error, a line each. Values are never repeated in it: some are secrets. */
export const readEnvironment = (env: NodeJS.ProcessEnv = process.env): Environment => {
  // An empty value is how many tools say "not set".
  const raw: RawVariables = {}
  for (const name of Object.keys(variables.shape) as (keyof RawVariables)[]) {
    const value = env[name]?.trim()
    if (value !== undefined && value !== '') raw[name] = value
  }
  const parsed = variables.safeParse(raw)
  const single = parsed.success ? [] : parsed.error.issues.map(({ path, message }) => `${String(path[0])}: ${message}`)
  const errors = [...new Set(single), ...errorsBetween(raw)]
  if (!parsed.success || errors.length > 0) {
    const error = new Error(
      `The environment has ${errors.length} error${errors.length === 1 ? '' : 's'}:\n${errors.map((error) => `  ${error}`).join('\n')}`,
    )
    error.name = 'EnvironmentFault'
    throw error
  }
  const read = parsed.data
  const { S3_ENDPOINT, S3_BUCKET, S3_KEY, S3_SECRET, S3_REGION } = read
  return {
    port: read.PORT,
    host: read.HOST ?? '127.0.0.1',
    isHostSet: read.HOST !== undefined,
    dataDir: resolve(read.KAIMAI_DATA),
    demo: read.KAIMAI_DEMO,
    databaseUrl: read.DATABASE_URL,
    redisUrl: read.REDIS_URL,
    s3:
      S3_ENDPOINT !== undefined && S3_BUCKET !== undefined && S3_KEY !== undefined && S3_SECRET !== undefined
        ? { endpoint: S3_ENDPOINT, bucket: S3_BUCKET, key: S3_KEY, secret: S3_SECRET, region: S3_REGION }
        : undefined,
    roles: new Set(read.ROLES),
    publicUrl: read.PUBLIC_URL ?? `http://localhost:${read.PORT}`,
    audienceUrl: read.AUDIENCE_URL,
    trustProxy: read.TRUST_PROXY,
    secret: read.KAIMAI_SECRET,
    sandbox: read.KAIMAI_SANDBOX,
    smtpUrl: read.SMTP_URL,
    metaGraphUrl: read.META_GRAPH_URL,
    tiktokEventsUrl: read.TIKTOK_EVENTS_URL,
    ecpayUrl: read.ECPAY_URL,
    newebpayUrl: read.NEWEBPAY_URL,
    linepayUrl: read.LINEPAY_URL,
    paynowUrl: read.PAYNOW_URL,
    paynowScriptUrl: read.PAYNOW_SCRIPT_URL,
    surenotifyUrl: read.SURENOTIFY_URL,
    minFreeDiskBytes: read.KAIMAI_MIN_FREE_DISK,
    databaseTimeoutMs: read.KAIMAI_DATABASE_TIMEOUT,
    databasePlans: read.KAIMAI_DATABASE_PLANS,
    logLevel: read.LOG_LEVEL,
  }
}
