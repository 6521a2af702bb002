import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import { clsx } from 'clsx'
import { type ReactElement, useRef, useState } from 'react'
import { icon24 } from '../icon-props.ts'
import css from './slides.module.css'

interface SlidesProps {
  /** The pictures, each with a key of its own. */
  readonly children: readonly ReactElement[]
  readonly labels: {
    readonly group: string
    readonly strip: string
    readonly previous: string
    readonly next: string
  }
  readonly className?: string | undefined
}

/** Pictures, one after another by swipe, arrows or keys. Without any, the tone stands for them. */
export const Slides = ({ children, labels, className }: SlidesProps) => {
  const strip = useRef<HTMLUListElement>(null)
  const [current, setCurrent] = useState(0)
  if (children.length === 0) return <div className={clsx(className, css.slides, css.none)} aria-hidden="true" />
  if (children.length === 1) return <div className={clsx(className, css.slides)}>{children}</div>

  const followScroll = () => {
    const { scrollLeft = 0, clientWidth = 1 } = strip.current ?? {}
    setCurrent(Math.round(scrollLeft / clientWidth))
  }
  const go = (to: number) => strip.current?.scrollTo({ left: to * strip.current.clientWidth, behavior: 'smooth' })
  const arrow = (to: number, label: string, Icon: typeof IconChevronLeft) => (
    <button type="button" className={css.arrow} aria-label={label} disabled={!children[to]} onClick={() => go(to)}>
      <Icon {...icon24} />
    </button>
  )

  return (
    <section className={clsx(className, css.slides)} aria-label={labels.group}>
      <ul className={css.strip} ref={strip} onScroll={followScroll} tabIndex={0} aria-label={labels.strip}>
        {children.map((picture) => (
          <li key={picture.key}>{picture}</li>
        ))}
      </ul>
      <div className={css.controls}>
        {arrow(current - 1, labels.previous, IconChevronLeft)}
        <span className={css.dots} aria-hidden="true">
          {children.map(({ key }, number) => (
            <i key={key} className={clsx(number === current && css.now)} />
          ))}
        </span>
        {arrow(current + 1, labels.next, IconChevronRight)}
      </div>
    </section>
  )
}
