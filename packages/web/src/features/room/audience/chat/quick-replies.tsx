import { useText } from '../../../../lib/i18n/use-text.tsx'
import { withTexts } from '../../../../lib/i18n/with-texts.tsx'
import type { ShelfProduct } from '../shop/offer-state.ts'
import { lateTexts } from '../room/lazy-texts.ts'
import css from './quick-replies.module.css'

/** While the keys are up: what most want to say about the product shown, in one tap. */
const QuickReplies = ({
  product,
  onSay,
}: {
  readonly product: ShelfProduct | undefined
  readonly onSay: (text: string) => void
}) => {
  const t = useText('room')
  const orders =
    product === undefined || product.left === 0
      ? []
      : [1, 2]
          .filter((quantity) => quantity <= product.left)
          .map((quantity) => `${product.keyword} +${quantity}`.trim())
  return (
    <div className={css.quick} data-part="quick" role="group" aria-label={t('quick.label')}>
      {[...orders, t('quick.inStock')].map((text) => (
        <button key={text} type="button" onPointerDown={(event) => event.preventDefault()} onClick={() => onSay(text)}>
          {text}
        </button>
      ))}
    </div>
  )
}

/** The replies with their own texts. */
export const loadQuickReplies = () => withTexts(lateTexts, QuickReplies)
