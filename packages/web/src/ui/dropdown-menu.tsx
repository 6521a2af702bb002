import { IconCheck } from '@tabler/icons-react'
import { clsx } from 'clsx'
import { type KeyboardEvent, type ReactNode, useEffect, useId, useLayoutEffect, useRef, useState } from 'react'
import { Link } from 'react-router'
import css from './dropdown-menu.module.css'

export type MenuItem =
  | 'line'
  | {
      readonly label: string
      readonly icon?: ReactNode
      readonly run?: () => void
      /** A path: the item is a link. */
      readonly to?: string
      readonly danger?: boolean
      readonly disabled?: boolean
      /** The key that does the same, shown at the right. */
      readonly hint?: string
      /** One of several choices: whether it is the chosen one. */
      readonly chosen?: boolean
    }

export interface TriggerProps {
  readonly 'aria-haspopup': 'menu'
  readonly 'aria-expanded': boolean
  readonly onClick: () => void
}

export interface DropdownMenuProps {
  readonly items: readonly MenuItem[]
  readonly renderTrigger: (props: TriggerProps) => ReactNode
  readonly side?: 'left' | 'right'
}

/** How long an open menu waits after losing focus (spec section 9). */
export const closeDelayMs = 300
/** Between button and menu, and to the window's edge, in px. */
const gap = 4

const itemsIn = (menu: HTMLElement | null) => [...(menu?.querySelectorAll<HTMLElement>('[data-item]') ?? [])]
const buttonIn = (anchor: HTMLElement | null) => anchor?.querySelector<HTMLElement>('button')

/** A button with a menu: arrow keys walk it, Escape gives the focus back, it closes 300 ms after blur. */
export const DropdownMenu = ({ items, renderTrigger, side = 'right' }: DropdownMenuProps) => {
  const [open, setOpen] = useState(false)
  const anchor = useRef<HTMLDivElement>(null)
  const menu = useRef<HTMLDivElement>(null)
  const closing = useRef<ReturnType<typeof setTimeout>>(undefined)
  const id = useId()

  const close = (giveBack: boolean) => {
    setOpen(false)
    if (giveBack) buttonIn(anchor.current)?.focus()
  }

  useEffect(() => () => clearTimeout(closing.current), [])
  useLayoutEffect(() => {
    const box = menu.current
    const from = buttonIn(anchor.current)?.getBoundingClientRect()
    if (!open || !box || !from) return
    box.showPopover()
    const { width, height } = box.getBoundingClientRect()
    const left = side === 'left' ? from.left : from.right - width
    const below = from.bottom + gap
    const top = below + height > innerHeight - gap && from.top > height + gap ? from.top - gap - height : below
    box.style.left = `${Math.max(gap, Math.min(left, innerWidth - width - gap))}px`
    box.style.top = `${Math.max(gap, top)}px`
    const all = itemsIn(box)
    const chosen = all.find((item) => item.getAttribute('aria-checked') === 'true')
    ;(chosen ?? all[0])?.focus({ preventScroll: true })
    const onScroll = () => {
      // Only what moves the button away: the end of a scroll before the tap, or of a list beside it, doesn't.
      const now = buttonIn(anchor.current)?.getBoundingClientRect()
      if (now === undefined || Math.abs(now.top - from.top) > gap || Math.abs(now.left - from.left) > gap)
        setOpen(false)
    }
    addEventListener('scroll', onScroll, { capture: true, passive: true })
    return () => removeEventListener('scroll', onScroll, { capture: true })
  }, [open, side])

  const onKeyDown = (event: KeyboardEvent) => {
    const all = itemsIn(menu.current)
    const at = all.findIndex((item) => item === document.activeElement)
    const goTo = (index: number) => {
      event.preventDefault()
      all.at(index % all.length)?.focus()
    }
    if (event.key === 'ArrowDown') goTo(at + 1)
    else if (event.key === 'ArrowUp') goTo(at - 1)
    else if (event.key === 'Home') goTo(0)
    else if (event.key === 'End') goTo(-1)
    else if (event.key === 'Escape') {
      event.stopPropagation()
      close(true)
    } else if (event.key === 'Tab') close(false)
  }

  return (
    <div
      ref={anchor}
      className="anchor"
      onBlur={(event) => {
        if (event.currentTarget.contains(event.relatedTarget)) return
        clearTimeout(closing.current)
        closing.current = setTimeout(() => setOpen(false), closeDelayMs)
      }}
      onFocus={() => clearTimeout(closing.current)}
    >
      {renderTrigger({
        'aria-haspopup': 'menu',
        'aria-expanded': open,
        onClick: () => setOpen(!open),
      })}
      {open && (
        <div ref={menu} id={id} className={css.menu} role="menu" tabIndex={-1} popover="manual" onKeyDown={onKeyDown}>
          {items.map((item, index) =>
            item === 'line' ? (
              <hr key={`line-${index}`} className={css.line} />
            ) : (
              <Item key={item.label} item={item} done={() => close(true)} />
            ),
          )}
        </div>
      )}
    </div>
  )
}

const Item = ({ item, done }: { item: Exclude<MenuItem, 'line'>; done: () => void }) => {
  const classes = clsx(css.item, item.danger && css.danger)
  const content = (
    <>
      {item.icon}
      <span>{item.label}</span>
      {item.hint !== undefined && <kbd aria-hidden="true">{item.hint}</kbd>}
      {item.chosen && <IconCheck size={16} stroke={2} className={css.check} aria-hidden="true" />}
    </>
  )
  const choice =
    item.chosen === undefined
      ? ({ role: 'menuitem' } as const)
      : ({ role: 'menuitemradio', 'aria-checked': item.chosen } as const)
  if (item.to !== undefined && !item.disabled) {
    return (
      <Link to={item.to} className={classes} {...choice} data-item tabIndex={-1} onClick={done}>
        {content}
      </Link>
    )
  }
  return (
    <button
      type="button"
      className={classes}
      {...choice}
      data-item
      tabIndex={-1}
      aria-disabled={item.disabled}
      onClick={() => {
        if (item.disabled) return
        done()
        item.run?.()
      }}
    >
      {content}
    </button>
  )
}
