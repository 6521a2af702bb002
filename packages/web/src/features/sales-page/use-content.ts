import type { BlockKind } from '@kaimai/contract/sales-page/sales-page.rules.ts'
import { useState } from 'react'
import type { SchemaForm } from '../../lib/form/use-schema-form.ts'
import { changed, type History, historyOf, redone, undone } from '../../lib/history/history.ts'
import { newId } from '../../lib/ids/new-id.ts'
import { type EditedBlock, emptyBlock, type SalesPageFields } from './page-values.ts'

/** What undo knows of: the blocks and what is sold, for a card is of both. */
type Content = Pick<SalesPageFields, 'blockList' | 'productIdList'>

/** The blocks and products of the form: every change of them can be undone. */
export const useContent = (form: SchemaForm<SalesPageFields>) => {
  const { blockList, productIdList } = form.values
  const now: Content = { blockList, productIdList }
  const [steps, setSteps] = useState<History<Content>>(() => historyOf(now))
  const [openId, setOpenId] = useState<string>()
  const history = { ...steps, value: now }

  const change = (patch: Partial<Content>, key = '') => {
    setSteps(changed(history, { ...now, ...patch }, '', key === '' ? undefined : { name: key, nowMs: Date.now() }))
    form.set(patch)
  }
  const go = (next: History<Content>) => {
    if (next === history) return
    setSteps(next)
    form.set(next.value)
  }
  const blockAt = (index: number, block: EditedBlock, key: string) =>
    change({ blockList: blockList.with(index, block) }, `${block.id}.${key}`)

  return {
    openId,
    open: setOpenId,
    change,
    blockAt,
    canUndo: history.past.length > 0,
    canRedo: history.future.length > 0,
    undo: () => go(undone(history)),
    redo: () => go(redone(history)),
    forget: () => setSteps(historyOf(now)),

    add: (kind: Exclude<BlockKind, 'product'>) => {
      const block = emptyBlock(kind, newId())
      change({ blockList: [...blockList, block] })
      setOpenId(block.id)
    },
    /** A card for each; what the page does not sell yet, it sells from now on. */
    addCards: (productIds: readonly string[]) => {
      const cards = productIds.map((productId): EditedBlock => ({ kind: 'product', id: newId(), productId, note: '' }))
      const added = productIds.filter((id) => !productIdList.includes(id))
      change({ blockList: [...blockList, ...cards], productIdList: [...productIdList, ...added] })
    },
    copy: (index: number) => {
      const block = blockList[index]
      if (!block) return
      const copy: EditedBlock = { ...structuredClone(block), id: newId() }
      change({ blockList: blockList.toSpliced(index + 1, 0, copy) })
      setOpenId(copy.id)
    },
    remove: (index: number) => change({ blockList: blockList.toSpliced(index, 1) }),
    move: (from: number, to: number) => {
      const block = blockList[from]
      if (block) change({ blockList: blockList.toSpliced(from, 1).toSpliced(to, 0, block) }, `move.${block.id}`)
    },
    /** What the page sells; cards of what it sells no more go. */
    sell: (ids: readonly string[], key = '') =>
      change(
        {
          productIdList: [...ids],
          blockList: blockList.filter((block) => block.kind !== 'product' || ids.includes(block.productId)),
        },
        key,
      ),
  }
}
export type ContentEditing = ReturnType<typeof useContent>
