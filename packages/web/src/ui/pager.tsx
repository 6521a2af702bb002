import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import { clsx } from 'clsx'
import css from './data-table.module.css'
import { icon16 } from './icon-props.ts'
import { useLabels } from './labels.tsx'

export interface PagerProps {
  /** From 1. */
  readonly page: number
  readonly pageSize: number
  readonly total: number
  readonly onPage: (page: number) => void
}

/** First, last and the neighbours of the current page; 0 stands for a gap. */
export const pagesToShow = (page: number, last: number): number[] => {
  const wanted = [1, page - 1, page, page + 1, last].filter((each) => each >= 1 && each <= last)
  const pages = [...new Set(wanted)].sort((a, b) => a - b)
  return pages.flatMap((each, index) => {
    const before = pages[index - 1] ?? 0
    if (each - before === 2) return [each - 1, each]
    return each - before > 2 ? [0, each] : [each]
  })
}

export const Pager = ({ page, pageSize, total, onPage }: PagerProps) => {
  const labels = useLabels()
  const last = Math.max(1, Math.ceil(total / pageSize))
  if (total === 0) return null
  const go = (to: number) => {
    onPage(to)
    scrollTo({ top: 0 })
  }
  return (
    <div className={css.pager}>
      <span>{labels.range((page - 1) * pageSize + 1, Math.min(total, page * pageSize), total)}</span>
      {last > 1 && (
        <nav className={clsx('row-xs', css.pages)} aria-label={labels.pages}>
          <button type="button" aria-label={labels.previousPage} disabled={page <= 1} onClick={() => go(page - 1)}>
            <IconChevronLeft {...icon16} />
          </button>
          {pagesToShow(page, last).map((each, index) =>
            each === 0 ? (
              <span key={index === 1 ? 'gap-before' : 'gap-after'} aria-hidden="true">
                …
              </span>
            ) : (
              <button
                key={each}
                type="button"
                aria-label={labels.page(each)}
                aria-current={each === page ? 'page' : undefined}
                onClick={() => go(each)}
              >
                {each}
              </button>
            ),
          )}
          <button type="button" aria-label={labels.nextPage} disabled={page >= last} onClick={() => go(page + 1)}>
            <IconChevronRight {...icon16} />
          </button>
        </nav>
      )}
    </div>
  )
}
