import { useText } from '../../../../lib/i18n/use-text.tsx'
import type { ShelfProduct } from '../shop/offer-state.ts'
import css from './quick-replies.module.css'

/** While the keys are up: what most want to say about the product shown, in one tap. */
export const QuickReplies = ({
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
    <div className={css.quick} data-part="quick" role="group" aria-label={t('composer.quick')}>
      {[...orders, t('composer.inStock')].map((text) => (
        <button key={text} type="button" onPointerDown={(event) => event.preventDefault()} onClick={() => onSay(text)}>
          {text}
        </button>
      ))}
    </div>
  )
}
