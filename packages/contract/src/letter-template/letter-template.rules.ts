import type { ErrorText, ErrorTextWithValues } from '../common/error-text.ts'
import { withValues } from '../common/error-text.ts'
import { type Language, languages } from '../common/language.ts'
import { cleanRichText } from '../common/rich-text-read.rules.ts'
import { escapeHtml } from '../common/rich-text.rules.ts'
import { type LetterBlock, type LetterContents, productValue } from '../letter/letter-blocks.ts'
import {
  hasBrokenVariable,
  hasNoValue,
  isLink,
  isOfSession,
  isSms,
  letterTypes,
  type LetterVariable,
  variablesIn,
  variablesOfType,
} from '../letter/letter.rules.ts'
import type { TemplateBlock, TemplateContents } from './letter-template.schema.ts'
import { letterTemplateErrors as errors } from './letter-template.errors.ts'

export type TemplateProblems = Readonly<Record<string, ErrorText | ErrorTextWithValues>>

/** Each text of a block with its path below the block. */
const fieldsOf = (block: LetterBlock): (readonly [path: string, text: string])[] => {
  switch (block.kind) {
    case 'facts':
      return block.facts.flatMap(({ label, value }, at) => [
        [`facts.${at}.label`, label] as const,
        [`facts.${at}.value`, value] as const,
      ])
    case 'button':
      return [
        ['label', block.label],
        ['url', block.url],
      ]
    case 'richText':
      return [['html', block.html]]
    case 'picture':
      return [['alt', block.alt]]
    case 'product':
    case 'countdown':
      return []
    default:
      return [['text', block.text]]
  }
}

/** Each text of a letter in one language, by its field: 'contents.zh-TW.blocks.2.url'. */
const textsByField = (contents: LetterContents, language: Language): (readonly [field: string, text: string])[] => {
  const { subject, blocks } = contents[language]
  const path = `contents.${language}`
  return [
    [`${path}.subject`, subject] as const,
    ...blocks.flatMap((block, at) =>
      fieldsOf(block).map(([field, text]) => [`${path}.blocks.${at}.${field}`, text] as const),
    ),
  ]
}

/** Each block of a kind in one language, with its field: 'contents.en.blocks.2'. */
const blocksOf = (contents: LetterContents, language: Language) =>
  contents[language].blocks.map((block, at) => [`contents.${language}.blocks.${at}`, block] as const)

/** What is wrong with the variables of a firm's own letter, by field; empty: nothing. */
export const variableProblems = (type: number, contents: LetterContents): TemplateProblems => {
  const known: readonly string[] = variablesOfType(type) ?? []
  const problems: Record<string, ErrorText | ErrorTextWithValues> = {}
  for (const language of languages)
    for (const [field, text] of textsByField(contents, language)) {
      const unknown = variablesIn(text).find(({ name }) => !known.includes(name))
      if (unknown) problems[field] = withValues(errors.templateVariableUnknown, { variable: unknown.name })
      // Subjects stand in the log for everybody who reads it, and links let their person in.
      else if (field.endsWith('.subject') && variablesIn(text).some(({ name }) => isLink(name)))
        problems[field] = errors.templateLinkInSubject
      else if (hasBrokenVariable(text)) problems[field] = errors.templateVariableBroken
    }
  if (!known.includes('liveBeginAt'))
    for (const [field, { kind }] of languages.flatMap((language) => blocksOf(contents, language)))
      if (kind === 'countdown') problems[`${field}.kind`] = errors.templateCountdownWithout
  return problems
}

/** A text message is one text, and no e-mail holds such a one. */
const shapeProblems = (type: number, contents: LetterContents): TemplateProblems => {
  const isRight = ({ blocks }: LetterContents['en']): boolean =>
    isSms(type) ? blocks.length === 1 && blocks[0]?.kind === 'text' : blocks.every(({ kind }) => kind !== 'text')
  const wrong = languages.filter((language) => !isRight(contents[language]))
  return Object.fromEntries(wrong.map((language) => [`contents.${language}.blocks`, errors.templateSmsBlocks]))
}

/** The link for which somebody gets a letter of a type, who has nothing else to follow. */
const linkOf: Readonly<Partial<Record<number, LetterVariable>>> = {
  [letterTypes.signupNotice]: 'liveUrl',
  [letterTypes.signupComplete]: 'liveUrl',
  [letterTypes.signupSms]: 'liveUrl',
  [letterTypes.associationNotice]: 'passwordUrl',
  [letterTypes.associationPassword]: 'passwordUrl',
}

/** Such a letter holds its link in every language. */
const linkProblems = (type: number, contents: LetterContents): TemplateProblems => {
  const link = linkOf[type]
  if (link === undefined) return {}
  const without = languages.filter((language) =>
    textsByField(contents, language).every(([, text]) => variablesIn(text).every(({ name }) => name !== link)),
  )
  const problem = withValues(errors.templateLinkMissing, { example: `{{${link}}}` })
  return Object.fromEntries(without.map((language) => [`contents.${language}.blocks`, problem]))
}

/** Why a firm's own letter is not kept, by field; empty: it is. */
export const templateProblems = (type: number, contents: LetterContents): TemplateProblems => ({
  ...linkProblems(type, contents),
  ...shapeProblems(type, contents),
  ...variableProblems(type, contents),
})

/** Variables that have no value for one person and no fallback, by field; empty: the letter can be written. */
export const valueProblems = (
  contents: LetterContents,
  language: Language,
  values: Readonly<Partial<Record<string, string>>>,
): TemplateProblems =>
  Object.fromEntries(
    textsByField(contents, language).flatMap(([field, text]) => {
      const missing = variablesIn(text).find(({ name, optional }) => !optional && hasNoValue(values[name]))
      if (missing === undefined) return []
      const { name } = missing
      if (isOfSession(name)) return [[field, withValues(errors.templateSessionMissing, { variable: name })]]
      const example = `{{${name}|${language === 'en' ? 'there' : '您'}}}`
      return [[field, withValues(errors.templateValueMissing, { variable: name, example })]]
    }),
  )

/** Blocks that one person's letter is handed over without, by field; empty: it is whole. */
export const leftOut = (
  contents: LetterContents,
  language: Language,
  values: Readonly<Partial<Record<string, string>>>,
): TemplateProblems =>
  Object.fromEntries(
    blocksOf(contents, language).flatMap(([field, block]) => {
      if (block.kind === 'product' && hasNoValue(values[productValue(block.productId, 'name')]))
        return [[`${field}.productId`, errors.templateProductGone]]
      if (block.kind === 'countdown' && hasNoValue(values['countdown']))
        return [[`${field}.kind`, errors.templateCountdownOver]]
      return []
    }),
  )

/** A text as the editor can change it: plain texts of built-in e-mails become rich ones. */
export const editableContents = (type: number, contents: LetterContents): TemplateContents => {
  const editable = (block: LetterBlock): TemplateBlock =>
    block.kind === 'text' && !isSms(type)
      ? { kind: 'richText', html: cleanRichText(`<p>${escapeHtml(block.text)}</p>`) }
      : block
  const of = ({ subject, blocks }: LetterContents['en']) => ({ subject, blocks: blocks.map(editable) })
  return { 'zh-TW': of(contents['zh-TW']), en: of(contents.en) }
}
