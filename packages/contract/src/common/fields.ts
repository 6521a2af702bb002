import { z } from 'zod'
import { because, common } from './error-text.ts'

/** An id inside: UUIDv7. */
export const Id = z.guid()
export const ById = z.object({ id: Id })
/** An answer that says nothing. */
export const Nothing = z.object({})
export type Nothing = z.output<typeof Nothing>

/** Line ends and other controls would make more of a subject, a header or a calendar than one line: they are spaces. */
const oneLine = () => z.string().overwrite((text) => text.replace(/[\p{Cc}\u2028\u2029]+/gu, ' ').trim())

/** A required line of text. */
export const Line = (max: number) => oneLine().min(1, because(common.required)).max(max, because(common.tooLong))
/** An optional line of text; empty stays empty. */
export const OptionalLine = (max: number) => oneLine().max(max, because(common.tooLong))
/** A code that must be given, in the form in which `read` makes it of what was typed. */
export const TypedCode = (read: (typed: string) => string) =>
  z.string().overwrite(read).min(1, because(common.required))
/** Longer text, stored as typed. */
export const Text = (max: number) => z.string().max(max, because(common.tooLong))

/** Where a link of a merchant leads: a page, a mail box, a phone, or a path of ours; never a script. Empty: nowhere. */
export const Link = (max: number) =>
  OptionalLine(max).regex(/^$|^(?:https?:\/\/|mailto:|tel:|\/(?![/\\]))[^\s"'<>\\]+$/i, because(common.wrongFormat))

/** The URL of a picture stored here; empty: none. A keyed hash in its path is base64url and may begin with '-'. */
export const PictureUrl = z
  .string()
  .trim()
  .max(300)
  .regex(/^$|^\/media\/(?:[\w-][\w.-]*\/)*[\w-][\w.-]*$/, because(common.wrongFormat))

/** A stored picture (spec section 3: image, extension, url). */
export const Image = z.object({ image: z.string(), extension: z.string(), url: z.string() })
export type Image = z.output<typeof Image>

/** Words that routes use: no custom URL may be one. */
export const reservedWords = [
  'api',
  'media',
  'assets',
  'auth',
  'login',
  'register',
  'stream',
  'sign-up',
  'front-form',
  'partner',
  'dashboard',
  'expired',
  'replay',
  'anonymous',
  'playground',
  'chat',
  'proto',
  'client-404',
  'order',
  'pay',
  'admin',
  'new',
] as const

/** A custom URL: 3–64 of a–z, 0–9 and '-', none of the reserved words. */
export const CustomUrl = z
  .string()
  .trim()
  .toLowerCase()
  .regex(/^[a-z0-9](?:[a-z0-9-]{1,62})[a-z0-9]$/, because(common.wrongFormat))
  .refine((url) => !(reservedWords as readonly string[]).includes(url), because(common.wrongChoice))
