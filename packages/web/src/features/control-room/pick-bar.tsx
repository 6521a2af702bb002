import { type ManyDecision, maxMany } from '@kaimai/contract/control-room/many-comments.routes.ts'
import { IconCheck, IconStar, IconTrash, IconX } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useText } from '../../lib/i18n/use-text.tsx'
import { icon16 } from '../../ui/icon-props.ts'
import css from './pick-bar.module.css'
import type { ChatItem } from './use-chat-items.ts'

/** Of the chosen comments, the numbers of those to which a decision does something, by their room. */
export const picksFor = (
  items: readonly ChatItem[],
  decision: ManyDecision,
): ReadonlyMap<ChatItem['open'], number[]> => {
  const byRoom = new Map<ChatItem['open'], number[]>()
  for (const { row, view, open } of items) {
    if (row.kind !== 'comment' || row.seq === undefined) continue
    const does =
      decision === 'release'
        ? view.waits(row)
        : decision === 'mark'
          ? row.user.as === 'viewer' && !view.holds('marked', row.seq)
          : decision === 'remove' && !view.holds('removed', row.seq)
    if (does) byRoom.set(open, [...(byRoom.get(open) ?? []), row.seq])
  }
  return byRoom
}

/** Does it to all of them, as many at once as the server takes. */
export const decidePicked = (items: readonly ChatItem[], decision: ManyDecision): void => {
  for (const [{ store }, seqs] of picksFor(items, decision))
    for (let at = 0; at < seqs.length; at += maxMany)
      store.act({ kind: 'many', seqs: seqs.slice(at, at + maxMany), decision })
}

/** What can be done to the chosen comments together. */
export const PickBar = ({
  items,
  onDecide,
  onClear,
}: {
  readonly items: readonly ChatItem[]
  readonly onDecide: (decision: ManyDecision) => void
  readonly onClear: () => void
}) => {
  const t = useText('control-room')
  const one = (decision: 'release' | 'remove' | 'mark', letter: string, icon: ReactNode) => {
    const count = [...picksFor(items, decision).values()].reduce((sum, seqs) => sum + seqs.length, 0)
    const label = t(`pick.${decision}`, { count })
    return (
      <button
        type="button"
        disabled={count === 0}
        data-danger={decision === 'remove' || undefined}
        onClick={() => onDecide(decision)}
      >
        {icon}
        <span>{label}</span>
        <kbd aria-hidden="true">{letter}</kbd>
      </button>
    )
  }
  return (
    <div className={css.picks} role="toolbar" aria-label={t('pick.toolbar')}>
      <b role="status">{items.length === 0 ? t('pick.none') : t('pick.count', { count: items.length })}</b>
      {one('release', 'A', <IconCheck {...icon16} />)}
      {one('mark', 'F', <IconStar {...icon16} />)}
      {one('remove', 'H', <IconTrash {...icon16} />)}
      <button type="button" aria-label={t('pick.clear')} title={t('pick.clear')} onClick={onClear}>
        <IconX {...icon16} />
      </button>
    </div>
  )
}
