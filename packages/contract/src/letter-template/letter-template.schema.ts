import { z } from 'zod'
import { because, common } from '../common/error-text.ts'
import { Line, OptionalLine, PictureUrl } from '../common/fields.ts'
import { RichTextField } from '../common/rich-text.schema.ts'
import { richTextLimits } from '../common/rich-text.rules.ts'
import { letterTemplateErrors as errors } from './letter-template.errors.ts'

export const letterTemplateLimits = {
  name: 60,
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

/** Elements and attributes that run something, or bring another page in. */
const running =
  /<\s*\/?\s*(?:script|iframe|object|embed|form|style|svg|base|meta|link)\b|<[^<>]*[\s/"']on[a-z]+\s*=|\bsrcdoc\s*=/i
const schemeOfLink = /\b(?:href|src)\s*=\s*["']?\s*([a-z][a-z0-9+.\-\s]*):/gi

/** Why HTML of a text is refused rather than cleaned: whoever wrote it must know that it will not be sent. */
const refusalOf = (html: string): string | undefined => {
  if (running.test(html)) return because(errors.templateScript)
  const schemes = [...html.matchAll(schemeOfLink)].map(([, scheme = '']) => scheme.toLowerCase())
  return schemes.every((scheme) => ['http', 'https', 'mailto', 'tel'].includes(scheme))
    ? undefined
    : because(errors.templateLinkScheme)
}

const LetterHtml = z
  .string()
  .max(richTextLimits.sent, because(common.tooLong))
  .check(({ value, issues }) => {
    const message = refusalOf(value)
    if (message !== undefined) issues.push({ code: 'custom', message, input: value })
  })
  .pipe(RichTextField(letterTemplateLimits.text))

/** A page of the web, or one variable that is a link; nothing else leads out of a letter. */
const ButtonUrl = Line(letterTemplateLimits.url).check(({ value, issues }) => {
  const refuse = (message: string) => issues.push({ code: 'custom', message, input: value })
  if (/^\{\{\s*(?:liveUrl|orderUrl)\s*\}\}$/.test(value)) return
  if (value.includes('{{')) refuse(because(errors.templateVariableInLink))
  else if (!/^https?:\/\/(?=[^/\\])[^\s"'<>\\]+$/i.test(value)) refuse(because(errors.templateLinkScheme))
})

const FactLine = Line(letterTemplateLimits.fact)

/** A part of a firm's own letter, as the editor sends it. */
export const TemplateBlock = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('heading'), text: Line(letterTemplateLimits.heading) }),
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
