import type { Language } from '@kaimai/contract/common/language.ts'
import { plainRichText } from '@kaimai/contract/common/rich-text.rules.ts'
import { readRichText } from '@kaimai/contract/common/rich-text-read.rules.ts'
import { letterTemplateLimits } from '@kaimai/contract/letter-template/letter-template.schema.ts'
import { IconCopy, IconTrash } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { SchemaForm } from '../../lib/form/use-schema-form.ts'
import { useText } from '../../lib/i18n/use-text.tsx'
import { moveItem } from '../../lib/list/move-item.ts'
import { Button, IconButton } from '../../ui/button.tsx'
import { icon16 } from '../../ui/icon-props.ts'
import { useLabels } from '../../ui/labels.tsx'
import { ReorderGrip } from '../../ui/reorder-grip.tsx'
import { toast } from '../../ui/toast.tsx'
import { useReorder } from '../../ui/use-reorder.ts'
import { productsByIds } from '../product/product.api.ts'
import { keyOfBlock, sameBlock } from './block-keys.ts'
import type { TemplateFields } from './letter-template.api.ts'
import css from './letter-template.module.css'
import { TemplateBlockFields } from './template-block-fields.tsx'
import { type EditedBlock, kindsOfType, newBlock } from './template-values.ts'

/** What a block says, in one line. */
const summaryOf = (block: EditedBlock, productName: (id: string) => string): string => {
  switch (block.kind) {
    case 'product':
      return productName(block.productId)
    case 'countdown':
      return ''
    case 'richText':
      return plainRichText(readRichText(block.html)).split('\n')[0] ?? ''
    case 'picture':
      return block.alt
    case 'facts':
      return block.facts.map(({ label }) => label).join('・')
    case 'button':
      return block.label
    default:
      return block.text
  }
}

const productsIn = (blocks: readonly EditedBlock[]): string[] => [
  ...new Set(blocks.flatMap((block) => (block.kind === 'product' && block.productId !== '' ? [block.productId] : []))),
]

interface TemplateBlocksProps {
  readonly form: SchemaForm<TemplateFields>
  readonly language: Language
  /** Changes the blocks as they are then. */
  readonly onChange: (change: (blocks: EditedBlock[]) => EditedBlock[]) => void
}

/** The blocks of a letter in one language: put in order, opened one at a time, copied, removed. */
export const TemplateBlocks = ({ form, language, onChange }: TemplateBlocksProps) => {
  const t = useText('letter-template')
  const labels = useLabels()
  const [openKey, setOpenKey] = useState<string>()
  const { blocks } = form.values.contents[language]
  const path = `contents.${language}.blocks`
  const products = useQuery(productsByIds(productsIn(blocks))).data ?? []
  const productName = (id: string) => products.find((product) => product.id === id)?.productName ?? ''
  const move = (from: number, to: number) => onChange((now) => moveItem(now, from, to))
  const { list, dragged, handle } = useReorder({ count: blocks.length, onMove: move })
  const insert = (block: EditedBlock, at: number) => {
    onChange((now) => now.toSpliced(at, 0, block))
    setOpenKey(keyOfBlock(block))
  }
  const remove = (block: EditedBlock, at: number) => {
    onChange((now) => now.toSpliced(at, 1))
    const takeBack = () => onChange((now) => now.toSpliced(at, 0, block))
    toast.info(t('block.removed'), { undo: { label: labels.undo, run: takeBack } })
  }
  const error = form.errorAt(path)
  return (
    <div data-field={path}>
      {blocks.length === 0 && <p className={css.none}>{t('block.none')}</p>}
      {blocks.length > 0 && (
        <ul ref={list} className={css.blocks} aria-label={t('block.label')}>
          {blocks.map((block, at) => {
            const key = keyOfBlock(block)
            const kind = t(`kind.${block.kind}`)
            const summary = summaryOf(block, productName)
            const name = summary === '' ? kind : labels.pair(kind, summary)
            const isFaulty = Object.keys(form.errors).some((field) => field.startsWith(`${path}.${at}.`))
            const isShown = openKey === key || isFaulty
            return (
              <li key={key} className={css.block} data-place={at} data-dragged={dragged === at || undefined}>
                <div className={css.bar}>
                  <ReorderGrip
                    label={t('block.move', { name, number: at + 1, count: blocks.length })}
                    hint={t('block.moveHint')}
                    handle={handle(at)}
                  />
                  <button
                    type="button"
                    className={css.fold}
                    aria-expanded={isShown}
                    onClick={() => setOpenKey(openKey === key ? undefined : key)}
                  >
                    <b className="clip">{kind}</b>
                    {summary !== '' && <small className="clip caption">{summary}</small>}
                  </button>
                  <IconButton
                    label={t('block.copy', { name })}
                    icon={<IconCopy {...icon16} />}
                    onClick={() => insert(structuredClone(block), at + 1)}
                  />
                  <IconButton
                    label={t('block.remove', { name })}
                    icon={<IconTrash {...icon16} />}
                    onClick={() => remove(block, at)}
                  />
                </div>
                {isShown && (
                  <div className={css.inside}>
                    <TemplateBlockFields
                      block={block}
                      path={`${path}.${at}`}
                      form={form}
                      onChange={(changed) => onChange((now) => now.with(at, sameBlock(block, changed)))}
                    />
                  </div>
                )}
              </li>
            )
          })}
        </ul>
      )}
      {error !== undefined && (
        <p className={css.error} role="alert">
          {error}
        </p>
      )}
      {blocks.length < letterTemplateLimits.blocks && (
        <div className={css.palette} role="group" aria-label={t('block.add')}>
          <span aria-hidden="true">{t('block.add')}</span>
          {kindsOfType(form.values.letterTemplateType).map((kind) => (
            <Button
              key={kind}
              size="s"
              onClick={() => insert(newBlock(kind, form.values.letterTemplateType), blocks.length)}
            >
              {t(`kind.${kind}`)}
            </Button>
          ))}
        </div>
      )}
    </div>
  )
}
