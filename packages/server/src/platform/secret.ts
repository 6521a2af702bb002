import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes, timingSafeEqual } from 'node:crypto'
import { chmod, mkdir, open, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Database } from './db/database.ts'
import { unguessable } from './ids.ts'

export interface Secret {
  /** 32 bytes, the same for the same purpose; another purpose has nothing to do with it. */
  keyFor(purpose: string): Buffer
  /** base64url, 43 characters. */
  sign(purpose: string, text: string): string
  /** Of a signature there is one writing only: padded, lengthened or otherwise encoded it is none. */
  verify(purpose: string, text: string, signature: string): boolean
  /**
   * AES-256-GCM; only `decrypt` with the same purpose opens it. The text begins with the id of its key. `owner`: whose
   * it is (additional data): in another's row it can't be opened.
   */
  encrypt(purpose: string, text: string, owner?: string): string
  /** Throws when the text was made with another key, purpose or owner, or was changed. */
  decrypt(purpose: string, sealed: string, owner?: string): string
}

const salt = 'kaimai'
const keyBytes = 32
const ivBytes = 12
const tagBytes = 16
const format = 'k1'

const derive = (master: string, info: string): Buffer => Buffer.from(hkdfSync('sha256', master, salt, info, keyBytes))

interface Master {
  /** In what is sealed with it. */
  readonly id: string
  /** By what it is for, as if derived anew. */
  readonly keyOf: (info: string) => Buffer
}

const masterOf = (text: string): Master => {
  const derived = new Map<string, Buffer>()
  return {
    id: derive(text, 'key id').toString('base64url').slice(0, 8),
    keyOf: (info) => {
      const key = derived.get(info) ?? derive(text, info)
      derived.set(info, key)
      return key
    },
  }
}

const same = (a: Buffer, b: Buffer): boolean => a.length === b.length && timingSafeEqual(a, b)

/**
 * The first master makes everything new; those after it still open what was sealed and signed with them, so that a
 * secret can be changed: put the new one before the old one, with a comma.
 */
export const secretFrom = (text: string): Secret => {
  const masters = text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '')
    .map(masterOf)
  const [master] = masters
  if (master === undefined) throw new Error('The secret is empty.')
  const byId = new Map(masters.map((it) => [it.id, it]))
  const mac = (from: Master, purpose: string, signed: string) =>
    createHmac('sha256', from.keyOf(`sign ${purpose}`))
      .update(signed)
      .digest()

  return {
    keyFor: (purpose) => Buffer.from(master.keyOf(`key ${purpose}`)),
    sign: (purpose, signed) => mac(master, purpose, signed).toString('base64url'),
    verify: (purpose, signed, signature) => {
      // Compared as it is written: decoding would read the same bytes from many texts.
      const claimed = Buffer.from(signature)
      return masters.some((it) => same(Buffer.from(mac(it, purpose, signed).toString('base64url')), claimed))
    },
    encrypt: (purpose, plain, owner = '') => {
      const iv = randomBytes(ivBytes)
      const cipher = createCipheriv('aes-256-gcm', master.keyOf(`seal ${purpose}`), iv)
      cipher.setAAD(Buffer.from(owner))
      const body = Buffer.concat([iv, cipher.update(plain, 'utf8'), cipher.final(), cipher.getAuthTag()])
      return `${format}.${master.id}.${body.toString('base64url')}`
    },
    decrypt: (purpose, sealed, owner = '') => {
      const [kind, id = '', encoded = ''] = sealed.split('.')
      const from = byId.get(id)
      if (kind !== format) throw new Error('secret: not a sealed text')
      if (from === undefined) throw new Error(`secret: sealed with another key (${id})`)
      const body = Buffer.from(encoded, 'base64url')
      if (body.length < ivBytes + tagBytes) throw new Error('secret: the sealed text is cut off')
      const decipher = createDecipheriv('aes-256-gcm', from.keyOf(`seal ${purpose}`), body.subarray(0, ivBytes))
      decipher.setAAD(Buffer.from(owner))
      decipher.setAuthTag(body.subarray(-tagBytes))
      const plain = decipher.update(body.subarray(ivBytes, -tagBytes))
      return Buffer.concat([plain, decipher.final()]).toString('utf8')
    },
  }
}

const isMissing = (error: unknown) => error instanceof Error && 'code' in error && error.code === 'ENOENT'

export interface SecretOptions {
  /** KAIMAI_SECRET. */
  configured?: string | undefined
  dataDir: string
  /** False when there is a database already: a new secret could not open what is in it. */
  mayMake: boolean
}

/** The master secret from the environment, or from `secret` in the data folder, which is made once. */
export const openSecret = async ({ configured, dataDir, mayMake }: SecretOptions): Promise<Secret> => {
  if (configured !== undefined) return secretFrom(configured)
  const path = join(dataDir, 'secret')
  const present = await readFile(path, 'utf8').catch((error: unknown) => {
    if (isMissing(error)) return undefined
    throw error
  })
  if (present !== undefined) {
    if (present.trim() === '') throw new Error(`${path} is empty. Put back the secret this data was made with.`)
    await chmod(path, 0o600)
    return secretFrom(present.trim())
  }
  if (!mayMake) {
    throw new Error(
      `${path} is missing, but there is a database that was made with it. Put the file back (it belongs into every backup), or set KAIMAI_SECRET.`,
    )
  }
  await mkdir(dataDir, { recursive: true, mode: 0o700 })
  const made = unguessable(keyBytes)
  const file = await open(path, 'wx', 0o600)
  try {
    await file.writeFile(`${made}\n`)
    await file.sync()
  } finally {
    await file.close()
  }
  return secretFrom(made)
}

interface KeyTables {
  keyCheck: { id: number; sealed: string }
}

const checkPurpose = 'key check'
const checkText = 'kaimai'

/** Refuses, with an error text, a database that was made with another secret. The first start writes what later ones compare. */
export const checkSecret = async (db: Database, secret: Secret): Promise<void> => {
  const tables = db.as<KeyTables>()
  await tables
    .insertInto('keyCheck')
    .values({ id: 1, sealed: secret.encrypt(checkPurpose, checkText) })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  const { sealed } = await tables.selectFrom('keyCheck').select('sealed').where('id', '=', 1).executeTakeFirstOrThrow()
  try {
    if (secret.decrypt(checkPurpose, sealed) === checkText) return
  } catch {
    // Reported below, with an error text.
  }
  throw new Error(
    'This database was made with another secret. Start with the one it was made with (KAIMAI_SECRET, or the file secret in the data folder): without it, what is sealed in the database cannot be read.',
  )
}
