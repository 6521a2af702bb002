import { clsx } from 'clsx'
import { useText } from '../../../../lib/i18n/use-text.tsx'
import css from './room.module.css'
import wide from './room-wide.module.css'

export type Tab = 'chat' | 'products'

/** Wide screens show chat or products at the right. */
export const Tabs = ({
  tab,
  products,
  onChoose,
}: {
  readonly tab: Tab
  readonly products: number
  readonly onChoose: (tab: Tab) => void
}) => {
  const t = useText('room')
  const labels = { chat: t('chat.title'), products: t('shop.tab', { count: products }) }
  return (
    <div className={clsx(css.tabs, wide.tabs)} role="tablist" aria-label={t('chat.tabs')}>
      {(['chat', 'products'] as const).map((each) => (
        <button key={each} type="button" role="tab" aria-selected={each === tab} onClick={() => onChoose(each)}>
          {labels[each]}
        </button>
      ))}
    </div>
  )
}
