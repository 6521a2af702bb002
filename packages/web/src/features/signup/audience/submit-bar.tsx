import { IconChevronDown, IconChevronUp, IconWifi, IconWifiOff } from '@tabler/icons-react'
import { clsx } from 'clsx'
import { type RefObject, useEffect, useState } from 'react'
import { isFramed } from '../../../lib/audience/framed.ts'
import { useSlow } from '../../../lib/audience/use-slow.ts'
import { useIsHydrated, useIsOnline } from '../../../lib/audience/use-viewer.ts'
import { useText } from '../../../lib/i18n/use-text.tsx'
import { Action, ActionLink } from '../../../ui/audience/action.tsx'
import { icon16, icon20 } from '../../../ui/icon-props.ts'
import css from './submit-bar.module.css'
import type { Trouble } from './use-sign-up.ts'

const typed = 'input:not([type=radio]):not([type=checkbox]), select:not([name=phoneCountry]), textarea'

/** Where the typing is, on devices whose keyboard takes half the screen; undefined elsewhere. */
const useTyping = (form: RefObject<HTMLFormElement | null>) => {
  const [at, setAt] = useState<number>()
  useEffect(() => {
    const shown = form.current
    if (!shown || !matchMedia('(pointer: coarse)').matches) return
    const look = () => {
      if (document.activeElement?.matches('button')) return
      const place = [...shown.querySelectorAll(typed)].findIndex((field) => field === document.activeElement)
      setAt(place < 0 ? undefined : place)
    }
    // Between two fields the focus is nowhere for a moment.
    const later = () => void setTimeout(look, 80)
    shown.addEventListener('focusin', look)
    shown.addEventListener('focusout', later)
    return () => {
      shown.removeEventListener('focusin', look)
      shown.removeEventListener('focusout', later)
    }
  }, [form])
  const count = form.current?.querySelectorAll(typed).length ?? 0
  const go = (place: number) => {
    const field = form.current?.querySelectorAll<HTMLElement>(typed)[place]
    field?.focus()
    field?.scrollIntoView({ block: 'center', behavior: 'smooth' })
  }
  return at === undefined ? undefined : { at, count, go }
}

type Typing = NonNullable<ReturnType<typeof useTyping>>

const Step = (props: { label: string; Icon: typeof IconChevronUp; to: number; typing: Typing }) => {
  const { label, Icon, to, typing } = props
  return (
    <button
      type="button"
      className={css.tap}
      aria-label={label}
      disabled={to < 0 || to >= typing.count}
      onPointerDown={(event) => event.preventDefault()}
      onClick={() => typing.go(to)}
    >
      <Icon {...icon20} />
    </button>
  )
}

export interface SubmitBarProps {
  readonly form: RefObject<HTMLFormElement | null>
  /** The button's words: what will have happened. */
  readonly label: string
  readonly shortLabel: string
  readonly isSending: boolean
  /** Why the last try did not work. */
  readonly trouble: Trouble | undefined
}

/** A server that takes longer is waited for, and it is said. */
const slowAfterMs = 3_000

/** The one filled button, always in sight; above it why it did not work. */
export const SubmitBar = ({ form, label, shortLabel, isSending, trouble }: SubmitBarProps) => {
  const t = useText('signup')
  const isHydrated = useIsHydrated()
  const isOnline = useIsOnline()
  const typing = useTyping(form)
  const isSlow = useSlow(isSending, slowAfterMs)
  // Nothing is sent by itself: who came back on line presses again.
  const isBack = isOnline && trouble?.kind === 'offline'
  const reported = trouble?.kind === 'told' ? trouble.words : isOnline ? undefined : t('trouble.offline')
  const sending = t(isSlow ? 'bar.slow' : 'bar.sending')
  // Before the page stands a press would send the form to the address itself, with what was typed in it.
  const type = isHydrated ? 'submit' : 'button'
  return (
    <div className={css.bar} data-bottom-bar>
      <div className={css.inside}>
        <p className={css.trouble} role="alert">
          {reported !== undefined && (
            <>
              {!isOnline && <IconWifiOff className="icon-down-1" {...icon16} />}
              {reported}
            </>
          )}
        </p>
        {isBack && (
          <p className={css.back} role="status">
            <IconWifi {...icon16} />
            {t('trouble.back')}
          </p>
        )}
        {/* One button in both looks: it must not change under a finger that presses it. */}
        <div className={clsx(typing && css.typing)}>
          {typing && (
            <>
              <Step label={t('bar.previous')} Icon={IconChevronUp} to={typing.at - 1} typing={typing} />
              <Step label={t('bar.next')} Icon={IconChevronDown} to={typing.at + 1} typing={typing} />
              <span className={css.place}>{t('bar.place', { at: typing.at + 1, count: typing.count })}</span>
            </>
          )}
          <Action big={!typing} type={type} busy={isSending}>
            {isSending && !typing ? sending : typing ? shortLabel : label}
          </Action>
        </div>
      </div>
    </div>
  )
}

/** The same place for a visitor who has signed up already: the way in. */
export const EnterBar = ({ href, label }: { href: string; label: string }) => (
  <div className={css.bar} data-bottom-bar>
    <div className={css.inside}>
      <ActionLink big away={isFramed()} href={href}>
        {label}
      </ActionLink>
    </div>
  </div>
)
