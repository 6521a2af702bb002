import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import { clsx } from 'clsx'
import { useRef, useState } from 'react'
import { useText } from '../../../lib/i18n/use-text.tsx'
import { Picture } from '../../../lib/audience/picture.tsx'
import { icon24 } from '../../../ui/icon-props.ts'
import css from './poster.module.css'

/** Beside the words where there is room, else as wide as the page. */
export const posterSizes = '(min-width: 1120px) 553px, (min-width: 760px) 50vw, 100vw'

/** The page's pictures, one after another by swipe, arrows or keys. Without any, the tone stands for them. */
export const Poster = ({ posters, title }: { posters: readonly string[]; title: string }) => {
  const t = useText('sales-page')
  const strip = useRef<HTMLUListElement>(null)
  const [at, setAt] = useState(0)
  const [only] = posters
  if (only === undefined) return <div className={clsx(css.poster, css.none)} aria-hidden="true" />
  if (posters.length === 1) {
    return (
      <div className={css.poster}>
        <Picture className={css.picture} src={only} alt={title} sizes={posterSizes} first />
      </div>
    )
  }
  const noteScroll = () => {
    const { scrollLeft = 0, clientWidth = 1 } = strip.current ?? {}
    setAt(Math.round(scrollLeft / clientWidth))
  }
  const go = (to: number) => strip.current?.scrollTo({ left: to * strip.current.clientWidth, behavior: 'smooth' })
  const arrow = (to: number, label: string, Icon: typeof IconChevronLeft) => (
    <button type="button" className={css.arrow} aria-label={label} disabled={!posters[to]} onClick={() => go(to)}>
      <Icon {...icon24} />
    </button>
  )
  return (
    <section className={css.poster} aria-label={t('poster.label', { count: posters.length })}>
      <ul className={css.strip} ref={strip} onScroll={noteScroll} tabIndex={0} aria-label={t('poster.strip')}>
        {posters.map((url, number) => (
          <li key={url}>
            <Picture
              className={css.picture}
              src={url}
              alt={number === 0 ? title : t('poster.other', { title, number: number + 1 })}
              sizes={posterSizes}
              first={number === 0}
            />
          </li>
        ))}
      </ul>
      <div className={css.controls}>
        {arrow(at - 1, t('poster.previous'), IconChevronLeft)}
        <span className={css.dots} aria-hidden="true">
          {posters.map((url, number) => (
            <i key={url} className={clsx(number === at && css.now)} />
          ))}
        </span>
        {arrow(at + 1, t('poster.next'), IconChevronRight)}
      </div>
    </section>
  )
}
