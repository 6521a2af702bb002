import { IconCopy, IconTrash } from '@tabler/icons-react'
import { useId } from 'react'
import type { SchemaForm } from '../../lib/form/use-schema-form.ts'
import { useFormat, useText } from '../../lib/i18n/use-text.tsx'
import { IconButton } from '../../ui/button.tsx'
import { icon16, icon18 } from '../../ui/icon-props.ts'
import { ReorderGrip } from '../../ui/reorder-grip.tsx'
import type { useReorder } from '../../ui/use-reorder.ts'
import { useLabels } from '../../ui/labels.tsx'
import { BlockFields } from './block-fields.tsx'
import { kindIcons } from './block-kinds.ts'
import type { EditedBlock, KnownThings, SalesPageFields } from './page-values.ts'
import css from './rows.module.css'

export interface BlockCardProps {
  readonly block: EditedBlock
  readonly index: number
  readonly count: number
  readonly form: SchemaForm<SalesPageFields>
  readonly known: KnownThings
  readonly isDragged: boolean
  readonly isOpen: boolean
  readonly grip: ReturnType<ReturnType<typeof useReorder>['handle']>
  readonly onOpen: (open: boolean) => void
  /** `key`: the field that changed, for undo. */
  readonly onChange: (block: EditedBlock, key: string) => void
  readonly onCopy: () => void
  readonly onRemove: () => void
}

/** What a block says, in one line. */
const useSummary = () => {
  const t = useText('sales-page')
  const f = useFormat()
  return (block: EditedBlock, { products, videos }: KnownThings): string => {
    switch (block.kind) {
      case 'text':
        return block.heading || (block.text.trim().split('\n')[0] ?? '')
      case 'picture':
        return block.caption || (block.url === '' ? t('block.noPicture') : '')
      case 'product':
        return products.get(block.productId)?.productName ?? ''
      case 'video':
        return block.heading || (videos.get(block.videoId ?? '')?.name ?? t('block.noVideo'))
      case 'questions':
        return t('block.questions', { count: block.items.length })
      case 'countdown':
        return block.until === '' ? t('block.noTime') : t('block.until', { when: f.dayTime(block.until) })
      case 'contact':
        return block.heading || block.label || block.link
    }
  }
}

export const BlockCard = (props: BlockCardProps) => {
  const { block, index, count, form, known, isDragged, isOpen, grip, onOpen, onCopy, onRemove } = props
  const t = useText('sales-page')
  const labels = useLabels()
  const body = useId()
  const summary = useSummary()(block, known)
  const kind = t(`kind.${block.kind}`)
  const name = summary === '' ? kind : labels.pair(kind, summary)
  const Icon = kindIcons[block.kind]
  const path = `blockList.${index}`
  const isFaulty = Object.keys(form.errors).some((error) => error.startsWith(`${path}.`))
  // An error must be seen, wherever it is.
  const isShown = isOpen || isFaulty
  return (
    <li className={css.block} data-place={index} data-dragged={isDragged || undefined} data-open={isShown}>
      <div className={css.bar}>
        <ReorderGrip
          label={t('block.move', { name, number: index + 1, count })}
          hint={t('products.moveHint')}
          handle={grip}
        />
        <span className={css.kind} aria-hidden="true">
          <Icon {...icon18} />
        </span>
        <button
          type="button"
          className={css.fold}
          aria-expanded={isShown}
          aria-controls={isShown ? body : undefined}
          onClick={() => onOpen(!isOpen)}
        >
          <span className={css.words}>
            <b className="clip">{kind}</b>
            {summary !== '' && <small className="clip caption">{summary}</small>}
          </span>
        </button>
        <IconButton label={t('block.copy', { name })} icon={<IconCopy {...icon16} />} onClick={onCopy} />
        <IconButton label={t('block.remove', { name })} icon={<IconTrash {...icon16} />} onClick={onRemove} />
      </div>
      {isShown && (
        <div id={body} className={css.inside}>
          <BlockFields block={block} path={path} form={form} known={known} onChange={props.onChange} />
        </div>
      )}
    </li>
  )
}
