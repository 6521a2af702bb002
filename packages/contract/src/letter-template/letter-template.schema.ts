import { z } from 'zod'
import { because, common } from '../common/error-text.ts'
import { Id, Line, OptionalLine, PictureUrl } from '../common/fields.ts'
import { attributeOf } from '../common/rich-text-scan.rules.ts'
import { RichTextField } from '../common/rich-text.schema.ts'
import { richTextLimits } from '../common/rich-text.rules.ts'
import { linkVariables } from '../letter/letter.rules.ts'
import { smsMaxLength } from '../letter/sms.rules.ts'
import { letterTemplateErrors as errors } from './letter-template.errors.ts'

export const letterTemplateLimits = {
  name: 60,
  /** Kept of one template, the newest. */
  versions: 50,
  subject: 150,
  blocks: 40,
  heading: 120,
  /** Characters that a reader sees of one text. */
  text: 4000,
  facts: 12,
  fact: 200,
  buttonLabel: 30,
  url: 500,
  footer: 300,
  /** Characters of all HTML of one language; mail clients cut letters beyond 100 kB. */
  html: 60_000,
} as const

/** A tag with its attributes, also one that nothing closes. */
const anyTag = /<\/?([a-z][a-z0-9:-]*)((?:"[^"]*"|'[^']*'|[^"'<>])*)/gi
/** Elements that run something, or bring another page in. */
const running = /^(?:script|iframe|frame|frameset|object|embed|applet|form|style|svg|math|base|meta|link|template)$/
/** Attributes that do; looked for where no value stands. */
const runningAttribute = /(?:^|[\s"'/])(?:on[a-z]+|srcdoc|formaction)\s*=/i

/** Why a link or the address of a picture is refused; signs that nobody sees hide no scheme. */
const linkRefusalOf = (address: string): string | undefined => {
  if (address.includes('{{')) return because(errors.templateVariableInLink)
  const [, scheme] = /^([a-z][a-z0-9+.-]*):/i.exec(address.replace(/[\p{Cc}\p{Cf}\s]+/gu, '')) ?? []
  return scheme === undefined || /^(?:https?|mailto|tel)$/i.test(scheme)
    ? undefined
    : because(errors.templateLinkScheme)
}

/** Why HTML of a text is refused rather than cleaned: whoever wrote it must know that it will not be sent. */
const refusalOf = (html: string): string | undefined => {
  for (const [, name = '', attributes = ''] of html.matchAll(anyTag)) {
    const bare = attributes.replace(/"[^"]*"|'[^']*'/g, '""')
    if (running.test(name.toLowerCase()) || runningAttribute.test(bare)) return because(errors.templateScript)
    const refusals = [attributeOf(attributes, 'href'), attributeOf(attributes, 'src')].map(
      (address) => address && linkRefusalOf(address),
    )
    const refusal = refusals.find((each) => each !== undefined && each !== '')
    if (refusal !== undefined) return refusal
  }
  return undefined
}

const LetterHtml = z
  .string()
  .max(richTextLimits.sent, because(common.tooLong))
  .check(({ value, issues }) => {
    // What is too long is refused for that alone: nobody has to read megabytes for a second reason.
    const message = value.length > richTextLimits.sent ? undefined : refusalOf(value)
    if (message !== undefined) issues.push({ code: 'custom', message, input: value })
  })
  .pipe(RichTextField(letterTemplateLimits.text).min(1, because(common.required)))

const oneLinkVariable = new RegExp(String.raw`^\{\{\s*(?:${linkVariables.join('|')})\s*\}\}$`)

/** A page of the web, or one variable that is a link; nothing else leads out of a letter. */
const ButtonUrl = Line(letterTemplateLimits.url).check(({ value, issues }) => {
  const refuse = (message: string) => issues.push({ code: 'custom', message, input: value })
  if (oneLinkVariable.test(value)) return
  if (value.includes('{{')) refuse(because(errors.templateVariableInLink))
  else if (!/^https?:\/\/(?=[^/\\])[^\s"'<>\\]+$/i.test(value)) refuse(because(errors.templateLinkScheme))
})

const FactLine = Line(letterTemplateLimits.fact)

/** A part of a firm's own letter, as the editor sends it. */
export const TemplateBlock = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('heading'), text: Line(letterTemplateLimits.heading) }),
  /** All that a text message says; e-mails have rich text. */
  z.object({
    kind: z.literal('text'),
    text: z
      .string()
      .max(smsMaxLength, because(common.tooLong))
      .refine((text) => text.trim() !== '', { error: because(common.required) }),
  }),
  z.object({ kind: z.literal('richText'), html: LetterHtml }),
  z.object({
    kind: z.literal('picture'),
    url: PictureUrl.min(1, because(common.required)),
    alt: OptionalLine(richTextLimits.alt),
  }),
  z.object({
    kind: z.literal('facts'),
    facts: z
      .array(z.object({ label: FactLine, value: FactLine }))
      .min(1, because(common.required))
      .max(letterTemplateLimits.facts, because(common.tooLong)),
  }),
  z.object({ kind: z.literal('button'), label: Line(letterTemplateLimits.buttonLabel), url: ButtonUrl }),
  z.object({
    kind: z.literal('product'),
    productId: z.string().min(1, because(common.required)).pipe(Id),
  }),
  z.object({ kind: z.literal('countdown') }),
  z.object({ kind: z.literal('footer'), text: Line(letterTemplateLimits.footer) }),
])
export type TemplateBlock = z.output<typeof TemplateBlock>

export const TemplateContent = z
  .object({
    subject: Line(letterTemplateLimits.subject),
    blocks: z
      .array(TemplateBlock)
      .min(1, because(errors.templateLanguageMissing))
      .max(letterTemplateLimits.blocks, because(common.tooLong)),
  })
  .check(({ value, issues }) => {
    const size = value.blocks.reduce((sum, block) => sum + (block.kind === 'richText' ? block.html.length : 0), 0)
    if (size > letterTemplateLimits.html)
      issues.push({ code: 'custom', message: because(common.tooLong), path: ['blocks'], input: value })
  })
export type TemplateContent = z.output<typeof TemplateContent>

/** What a firm's own letter says in both languages. */
export const TemplateContents = z.object({ 'zh-TW': TemplateContent, en: TemplateContent })
export type TemplateContents = z.output<typeof TemplateContents>
