import { plainRichText } from '@kaimai/contract/common/rich-text.rules.ts'
import { richTextOf } from '@kaimai/contract/common/rich-text-read.rules.ts'
import type { MergeWords } from '../../lib/form/use-merge-dialog.ts'
import { useFormat, useText } from '../../lib/i18n/use-text.tsx'
import type { SalesPageFields } from './page-values.ts'

/** The texts of the fields, where they aren't called as the fields are. */
const words: Readonly<Record<string, string>> = {
  lead: 'form.leadLine',
  colorToneId: 'form.tone',
  posterInfoList: 'form.posters',
  blockList: 'block.label',
  productIdList: 'products.label',
  published: 'action.published',
}
const parts: Readonly<Record<string, string>> = {
  url: 'field.picture',
  videoId: 'field.video',
  posterUrl: 'field.poster',
  items: 'kind.questions',
  label: 'field.linkLabel',
}
const named = new Set(['heading', 'text', 'caption', 'note', 'until', 'after', 'link'])

/** What the parts of a page are called when two people have changed them. */
export const useSalesPageMergeWords = (): MergeWords<SalesPageFields> => {
  const t = useText('sales-page')
  const f = useFormat()
  return {
    field: (name) => t(words[name] ?? `form.${name}`),
    row: (_, key, { blockList }) => {
      const block = blockList.find(({ id }) => id === key)
      return block ? ('heading' in block && block.heading) || t(`kind.${block.kind}`) : undefined
    },
    part: (_, name) => {
      const word = parts[name] ?? (named.has(name) ? `field.${name}` : undefined)
      return word === undefined ? undefined : t(word)
    },
    show: (path, value) => {
      const last = path.at(-1) ?? ''
      if (last === 'text' && typeof value === 'string') return plainRichText(richTextOf(value))
      return ['beginAt', 'endAt', 'until'].includes(last) && typeof value === 'string' && value !== ''
        ? f.near(Date.parse(value))
        : undefined
    },
  }
}
