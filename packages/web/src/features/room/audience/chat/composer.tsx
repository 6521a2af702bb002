import { IconArrowUp, IconHelp, IconShoppingBag, IconShoppingCart } from '@tabler/icons-react'
import { lengthOf } from '@kaimai/contract/common/text-length.ts'
import { roomLimits } from '@kaimai/contract/room/room.limits.ts'
import { clsx } from 'clsx'
import { type FormEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { useText } from '../../../../lib/i18n/use-text.tsx'
import { IconTap } from '../../../../ui/audience/icon-tap.tsx'
import { icon20 } from '../../../../ui/icon-props.ts'
import css from './composer.module.css'
import { useDraft } from './use-draft.ts'

/** From so few characters left on, they are counted. */
const countedFrom = 40

export interface ComposerProps {
  /** Answers why it can't be said, in words; undefined when it is on its way. */
  readonly onSay: (text: string, question: boolean) => string | undefined
  /** Slow mode: seconds between two messages; 0: off. */
  readonly slow: number
  /** Under slow mode, seconds until the next message. */
  readonly waits: number
  readonly products: number
  readonly totalQuantity: number
  readonly onOpenProducts: () => void
  readonly onOpenCart: () => void
  /** The button for hearts, and those that fly. */
  readonly heart?: ReactNode
  /** Of the room: what is written there is kept under it. */
  readonly draftKey?: string | undefined
}

/** The line where the viewer writes: products at the left, the cart (while typing: send) at the right. */
export const Composer = (props: ComposerProps) => {
  const { onSay, slow, waits, products, totalQuantity, onOpenProducts, onOpenCart, heart, draftKey } = props
  const t = useText('room')
  const [text, setText] = useDraft(draftKey)
  const [typing, setTyping] = useState(false)
  const [asks, setAsks] = useState(false)
  const [problem, setProblem] = useState<string>()
  const input = useRef<HTMLInputElement>(null)
  const problemId = useId()
  useEffect(() => setTyping(document.activeElement === input.current), [])
  const left = roomLimits.messageCharacters - lengthOf(text.trim())
  const isEmpty = text.trim() === ''

  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (isEmpty || left < 0 || waits > 0) return
    const why = onSay(text, asks)
    setProblem(why)
    if (why === undefined) {
      setText('')
      setAsks(false)
    }
    input.current?.focus()
  }
  const why = left < 0 ? t('composer.tooLong', { count: -left }) : problem

  return (
    // Of method dialog: sent before the scripts are there, it does not load the page anew.
    <form
      className={clsx(css.say, (typing || !isEmpty) && css.typing)}
      data-part="say"
      aria-label={t('composer.label')}
      method="dialog"
      onSubmit={submit}
    >
      <span className={css.products}>
        <IconTap
          label={t('composer.products', { count: products })}
          icon={<IconShoppingBag {...icon20} />}
          filled="soft"
          onClick={onOpenProducts}
        />
      </span>
      <span className={css.field}>
        <input
          ref={input}
          type="text"
          value={text}
          placeholder={t(asks ? 'composer.ask' : 'composer.placeholder')}
          aria-label={t('composer.label')}
          aria-invalid={why !== undefined || undefined}
          aria-describedby={why === undefined && slow === 0 ? undefined : problemId}
          autoComplete="off"
          enterKeyHint="send"
          // A press from before the scripts is told again when they have come, and may have been taken back by then.
          onFocus={({ currentTarget }) => setTyping(document.activeElement === currentTarget)}
          onBlur={() => setTyping(false)}
          onChange={(event) => {
            setText(event.target.value)
            setProblem(undefined)
          }}
        />
        <button
          type="button"
          className={css.ask}
          aria-pressed={asks}
          aria-label={t('composer.question')}
          title={t('composer.question')}
          onPointerDown={(event) => event.preventDefault()}
          onClick={() => setAsks(!asks)}
        >
          <IconHelp {...icon20} />
        </button>
        {left <= countedFrom && <span className={clsx(css.count, left < 0 && css.over)}>{left}</span>}
      </span>
      {heart}
      <span className={css.send}>
        <IconTap
          type="submit"
          label={t('composer.send')}
          icon={<IconArrowUp size={20} stroke={2} aria-hidden="true" />}
          filled="accent"
          disabled={isEmpty || left < 0 || waits > 0}
          // The keys stay up.
          onPointerDown={(event) => event.preventDefault()}
        />
      </span>
      <span className={css.cart}>
        <IconTap
          label={t('composer.cart', { count: totalQuantity })}
          icon={<IconShoppingCart {...icon20} />}
          filled="soft"
          count={totalQuantity}
          onClick={onOpenCart}
        />
      </span>
      {why !== undefined ? (
        <p id={problemId} className={css.why} role="alert">
          {why}
        </p>
      ) : (
        slow > 0 && (
          <p id={problemId} className={css.slow}>
            {t('composer.slow', { count: slow })}
            {waits > 0 && <b>{t('composer.waits', { count: waits })}</b>}
          </p>
        )
      )}
    </form>
  )
}
