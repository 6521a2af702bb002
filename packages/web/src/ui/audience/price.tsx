import { clsx } from 'clsx'
import css from './price.module.css'

/** A price, and the one before it struck through; both as they are written. */
export const Price = ({
  price,
  was,
  wasLabel,
  size = 'm',
  tag,
}: {
  readonly price: string
  /** Nothing is struck without it. */
  readonly was?: string | undefined
  /** Says to screen readers what the struck price is. */
  readonly wasLabel: string
  readonly size?: 's' | 'm' | 'l'
  /** Why it costs that, said beside it where there is room. */
  readonly tag?: string | undefined
}) => (
  <span className={css.money}>
    <span className={clsx(css.price, css[size])}>{price}</span>
    {was !== undefined && (
      <s className={css.was}>
        <span className="sr-only">{wasLabel} </span>
        {was}
      </s>
    )}
    {tag !== undefined && <span className={css.kind}>{tag}</span>}
  </span>
)
