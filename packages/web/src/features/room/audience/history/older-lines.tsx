import { IconRefresh } from '@tabler/icons-react'
import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { useLatest } from '../../../../lib/audience/use-latest.ts'
import { browserClock } from '../../../../lib/clock/clock.ts'
import { useText } from '../../../../lib/i18n/use-text.tsx'
import css from './older-lines.module.css'

/** What a page of history leaves: there may be more, that was the first line, or so much is as much as a list holds. */
export type AfterPage = 'more' | 'begin' | 'enough'

export interface OlderLinesProps {
  readonly load: () => Promise<AfterPage>
  /** Nothing was said before what is shown. */
  readonly isBegin: boolean
}

/** Lines that come in above are drawn in turns: the next page is asked for once they stand. */
const settleMs = 400
/** So near to the first line the page before it is asked for. */
const aheadOfTop = '200px 0px 0px'

/**
 * Lines that come in above move nothing: the first line in view stays where it is. Browsers do that only where the list
 * is not at its very top, and some not at all.
 */
const useKeptPlace = (): RefObject<HTMLDivElement | null> => {
  const box = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    const own = box.current
    const list = own?.parentElement
    if (!own || !list) return undefined
    // This line itself has just come in above.
    if (!CSS.supports('overflow-anchor', 'none')) list.scrollTop += own.offsetHeight
    list.style.setProperty('overflow-anchor', 'none')
    let line: Element | undefined
    let top = 0
    const note = () => {
      const listTop = list.getBoundingClientRect().top
      line = [...list.querySelectorAll('li')].find((each) => each.getBoundingClientRect().bottom > listTop)
      top = line?.getBoundingClientRect().top ?? 0
    }
    note()
    const lines = new MutationObserver(() => {
      if (line?.isConnected) list.scrollTop += line.getBoundingClientRect().top - top
      note()
    })
    lines.observe(list, { childList: true, subtree: true })
    list.addEventListener('scroll', note, { passive: true })
    return () => {
      lines.disconnect()
      list.removeEventListener('scroll', note)
      list.style.removeProperty('overflow-anchor')
    }
  }, [])
  return box
}

/** Stands above the lines of a chat while somebody reads back: brings what was said before, and says where it begins. */
export const OlderLines = ({ load, isBegin }: OlderLinesProps) => {
  const t = useText('room')
  const box = useKeptPlace()
  const [state, setState] = useState<'idle' | 'loading' | 'failed' | Exclude<AfterPage, 'more'>>(
    isBegin ? 'begin' : 'idle',
  )
  const latest = useLatest(load)

  const ask = useCallback(() => {
    setState('loading')
    latest.current().then(
      (after) => {
        if (after === 'more') browserClock.after(settleMs, () => setState('idle'))
        else setState(after)
      },
      () => setState('failed'),
    )
  }, [latest])

  useEffect(() => {
    const own = box.current
    if (!own || state !== 'idle') return undefined
    const seen = new IntersectionObserver((seen) => seen.some(({ isIntersecting }) => isIntersecting) && ask(), {
      root: own.parentElement,
      rootMargin: aheadOfTop,
    })
    seen.observe(own)
    return () => seen.disconnect()
  }, [box, state, ask])

  useEffect(() => {
    if (state !== 'failed') return undefined
    addEventListener('online', ask)
    return () => removeEventListener('online', ask)
  }, [state, ask])

  return (
    <div ref={box} className={css.older} data-part="older" role="status">
      {state === 'failed' ? (
        <>
          {t('older.failed')}
          <button type="button" className={css.again} onClick={ask}>
            <IconRefresh size={16} stroke={2} aria-hidden="true" />
            {t('again')}
          </button>
        </>
      ) : (
        t(`older.${state === 'idle' ? 'loading' : state}`)
      )}
    </div>
  )
}
