import { becauseOf } from '@kaimai/contract/common/error-text.ts'
import { automaticTypes } from '@kaimai/contract/letter/automatic-letters.rules.ts'
import { isSms, letterTypes, ownLetterTypes, variablesOfType } from '@kaimai/contract/letter/letter.rules.ts'
import { letterTemplate } from '@kaimai/contract/letter-template/letter-template.resource.ts'
import { templateProblems } from '@kaimai/contract/letter-template/letter-template.rules.ts'
import type { TemplateBlock } from '@kaimai/contract/letter-template/letter-template.schema.ts'
import { picturesOfRichText } from '@kaimai/contract/common/rich-text.rules.ts'
import { readRichText } from '@kaimai/contract/common/rich-text-read.rules.ts'
import { z } from 'zod'
import { smsBeginning } from '../letter/sms-text.api.tsx'
import type { TemplateFields } from './letter-template.api.ts'

/** What the form holds: the contract's body, with what the server says of its variables too, beside other fields' errors. */
export const TemplateForm = letterTemplate.Body.check(
  z.core._check<z.output<typeof letterTemplate.Body>>(
    ({ value, issues }) => {
      for (const [field, problem] of Object.entries(templateProblems(value.letterTemplateType, value.contents)))
        issues.push({
          code: 'custom',
          ...becauseOf('reason' in problem ? problem : { reason: problem, values: {} }),
          path: field.split('.'),
          input: value,
        })
    },
    { when: () => true },
  ),
)

/** Types that a firm may write texts of, as they stand in the address. */
export const ownTypes: readonly string[] = ownLetterTypes.map(String)

export type EditedBlock = TemplateBlock
export type EditedKind = EditedBlock['kind']
export type EditedOf<K extends EditedKind> = Extract<EditedBlock, { readonly kind: K }>

const blockKinds = ['heading', 'richText', 'picture', 'product', 'facts', 'countdown', 'button', 'footer'] as const

/** Kinds of blocks that letters of a type can hold. */
export const kindsOfType = (type: number): readonly EditedKind[] =>
  blockKinds.filter((kind) => kind !== 'countdown' || variablesOfType(type)?.includes('liveBeginAt') === true)

/** The link by which a button leads to the person's own page; empty: letters of that type have none. */
const linkOfType = (type: number): string => {
  // Not everybody whom a mailing goes to has one.
  if (type === letterTypes.freeText) return ''
  const link = variablesOfType(type)?.find((variable) => variable.endsWith('Url'))
  return link === undefined ? '' : `{{${link}}}`
}

const typesOfFirm: readonly number[] = Object.values(automaticTypes)

/** What is said of a type: where its templates are chosen. */
export const typeHint = (
  type: number,
): 'field.typeOfForms' | 'field.typeOfSms' | 'field.typeOfMailings' | 'field.typeOfAutomatic' | 'field.typeHint' => {
  if (type === letterTypes.signupComplete) return 'field.typeOfForms'
  if (type === letterTypes.freeText) return 'field.typeOfMailings'
  if (isSms(type)) return 'field.typeOfSms'
  return typesOfFirm.includes(type) ? 'field.typeOfAutomatic' : 'field.typeHint'
}

export const newBlock = (kind: EditedKind, type: number): EditedBlock => {
  switch (kind) {
    case 'heading':
    case 'footer':
      return { kind, text: '' }
    case 'text':
      return { kind, text: '' }
    case 'richText':
      return { kind, html: '' }
    case 'picture':
      return { kind, url: '', alt: '' }
    case 'product':
      return { kind, productId: '' }
    case 'countdown':
      return { kind }
    case 'facts':
      return { kind, facts: [{ label: '', value: '' }] }
    case 'button':
      return { kind, label: '', url: linkOfType(type) }
  }
}

type Contents = TemplateFields['contents']

/** A text message in one language; nobody sees its subject. */
export const smsContent = (text: string): Contents['en'] => ({ subject: 'SMS', blocks: [{ kind: 'text', text }] })
export const smsTextIn = ({ blocks: [block] }: Contents['en']): string => (block?.kind === 'text' ? block.text : '')

export const emptyContents = (type: number): Contents => {
  const nothing = isSms(type) ? smsContent(smsBeginning) : { subject: '', blocks: [] }
  return { 'zh-TW': nothing, en: nothing }
}

/** Whether nothing was written yet. */
export const isEmptyContents = (type: number, contents: Contents): boolean =>
  Object.values(contents).every((content) =>
    isSms(type)
      ? ['', smsBeginning].includes(smsTextIn(content).trim())
      : content.subject === '' && content.blocks.length === 0,
  )

/** Pictures that have to be kept when the template is saved. */
export const picturesOf = ({ contents }: TemplateFields): string[] =>
  Object.values(contents).flatMap(({ blocks }) =>
    blocks.flatMap((block) => {
      if (block.kind === 'picture') return [block.url]
      return block.kind === 'richText' ? picturesOfRichText(readRichText(block.html)).map(({ src }) => src) : []
    }),
  )
