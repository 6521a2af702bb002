import type { TemplateBlock } from '@kaimai/contract/letter-template/letter-template.schema.ts'
import { picturesOfRichText } from '@kaimai/contract/common/rich-text.rules.ts'
import { readRichText } from '@kaimai/contract/common/rich-text-read.rules.ts'
import type { TemplateFields } from './letter-template.api.ts'

export type EditedBlock = TemplateBlock
export type EditedKind = EditedBlock['kind']
export type EditedOf<K extends EditedKind> = Extract<EditedBlock, { readonly kind: K }>

export const blockKinds = ['heading', 'richText', 'picture', 'facts', 'button', 'footer'] as const

/** Variables that are links, by which a button leads to the person's own page. */
const linkOfType = (type: number): string => (type <= 4 ? '{{liveUrl}}' : type <= 6 ? '{{orderUrl}}' : '')

export const newBlock = (kind: EditedKind, type: number): EditedBlock => {
  switch (kind) {
    case 'heading':
    case 'footer':
      return { kind, text: '' }
    case 'richText':
      return { kind, html: '' }
    case 'picture':
      return { kind, url: '', alt: '' }
    case 'facts':
      return { kind, facts: [{ label: '', value: '' }] }
    case 'button':
      return { kind, label: '', url: linkOfType(type) }
  }
}

export const emptyContents = (): TemplateFields['contents'] => ({
  'zh-TW': { subject: '', blocks: [] },
  en: { subject: '', blocks: [] },
})

export const isEmptyContents = (contents: TemplateFields['contents']): boolean =>
  Object.values(contents).every(({ subject, blocks }) => subject === '' && blocks.length === 0)

/** Pictures that have to be kept when the template is saved. */
export const picturesOf = ({ contents }: TemplateFields): string[] =>
  Object.values(contents).flatMap(({ blocks }) =>
    blocks.flatMap((block) => {
      if (block.kind === 'picture') return [block.url]
      return block.kind === 'richText' ? picturesOfRichText(readRichText(block.html)).map(({ src }) => src) : []
    }),
  )
