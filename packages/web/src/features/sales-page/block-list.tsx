import { blockKinds, salesPageLimits } from '@kaimai/contract/sales-page/sales-page.rules.ts'
import { IconArrowBackUp, IconArrowForwardUp } from '@tabler/icons-react'
import { type KeyboardEvent, useState } from 'react'
import { useText } from '../../lib/i18n/use-text.tsx'
import { Button, IconButton } from '../../ui/button.tsx'
import { icon16, icon18 } from '../../ui/icon-props.ts'
import { useLabels } from '../../ui/labels.tsx'
import { toast } from '../../ui/toast.tsx'
import { useReorder } from '../../ui/use-reorder.ts'
import { ProductPicker } from '../product/product-picker.tsx'
import { BlockCard } from './block-card.tsx'
import { kindIcons } from './block-kinds.ts'
import css from './rows.module.css'
import type { ContentSectionProps } from './section-props.ts'

const isTyping = (target: EventTarget) => target instanceof HTMLElement && /^(INPUT|TEXTAREA)$/.test(target.tagName)

/** The blocks of the page: put in order, opened one at a time, copied, taken off, all of it undone. */
export const BlockList = ({ form, content, known, onSeen }: ContentSectionProps) => {
  const t = useText('sales-page')
  const labels = useLabels()
  const [isPicking, setPicking] = useState(false)
  const blocks = form.values.blockList
  const { list, dragged, handle } = useReorder({ count: blocks.length, onMove: content.move })
  const error = form.errorAt('blockList')

  const remove = (index: number) => {
    content.remove(index)
    const { blockList, productIdList } = form.values
    toast.info(t('block.removed'), {
      id: 'block-removed',
      undo: { label: labels.undo, run: () => content.change({ blockList, productIdList }) },
    })
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (!(event.metaKey || event.ctrlKey) || event.key.toLowerCase() !== 'z' || isTyping(event.target)) return
    event.preventDefault()
    if (event.shiftKey) content.redo()
    else content.undo()
  }

  return (
    <div data-field="blockList" onKeyDown={onKeyDown}>
      <div className={css.head}>
        <h3 className="grow">{t('block.title')}</h3>
        <IconButton
          label={t('block.undo')}
          icon={<IconArrowBackUp {...icon18} />}
          disabled={!content.canUndo}
          onClick={content.undo}
        />
        <IconButton
          label={t('block.redo')}
          icon={<IconArrowForwardUp {...icon18} />}
          disabled={!content.canRedo}
          onClick={content.redo}
        />
      </div>
      {blocks.length === 0 && <p className={css.none}>{t('block.none')}</p>}
      {blocks.length > 0 && (
        <ul ref={list} className={css.rows} aria-label={t('block.label')}>
          {blocks.map((block, index) => (
            <BlockCard
              key={block.id}
              block={block}
              index={index}
              count={blocks.length}
              form={form}
              known={known}
              isDragged={dragged === index}
              isOpen={content.openId === block.id}
              grip={handle(index)}
              onOpen={(open) => content.open(open ? block.id : undefined)}
              onChange={(changed, key) => content.blockAt(index, changed, key)}
              onCopy={() => content.copy(index)}
              onRemove={() => remove(index)}
            />
          ))}
        </ul>
      )}
      {error !== undefined && (
        <p className={css.error} role="alert">
          {error}
        </p>
      )}
      {blocks.length < salesPageLimits.blocks && (
        <div className={css.palette} role="group" aria-label={t('block.add')}>
          <span aria-hidden="true">{t('block.add')}</span>
          {blockKinds.map((kind) => {
            const Icon = kindIcons[kind]
            return (
              <Button
                key={kind}
                size="s"
                icon={<Icon {...icon16} />}
                onClick={() => (kind === 'product' ? setPicking(true) : content.add(kind))}
              >
                {t(`kind.${kind}`)}
              </Button>
            )
          })}
        </div>
      )}
      <ProductPicker
        open={isPicking}
        onClose={() => setPicking(false)}
        chosen={[]}
        onChoose={(ids, seen) => {
          onSeen(seen)
          content.addCards(ids)
        }}
      />
    </div>
  )
}
