import { useDebouncedValue } from '@mantine/hooks'
import { IconArrowRight, IconSearch } from '@tabler/icons-react'
import { searchLimits } from '@kaimai/contract/search/search.rules.ts'
import { useQuery } from '@tanstack/react-query'
import { clsx } from 'clsx'
import { type KeyboardEvent, useEffect, useId, useState } from 'react'
import { useNavigate } from 'react-router'
import { useText } from '../../lib/i18n/use-text.tsx'
import { searchActions } from '../../features/search/search-actions.ts'
import { placeOfFound } from '../../features/search/search-places.ts'
import { searchFound } from '../../features/search/search.api.ts'
import { useLoggedIn } from '../../lib/session/use-session.tsx'
import { icon16, icon18 } from '../../ui/icon-props.ts'
import css from './command-palette.module.css'
import { matches, palettePages } from './palette-pages.ts'

/** So short that an answer is there before one looks up from the keys, in ms. */
const settleMs = 120

interface PaletteItem {
  readonly id: string
  readonly label: string
  readonly note?: string
  readonly to: string
}

interface Group {
  readonly title: string
  readonly items: readonly PaletteItem[]
}

const useFound = (typed: string): { groups: readonly Group[]; searching: boolean } => {
  const t = useText('app')
  const s = useText('search')
  const { authority, platformAuthority } = useLoggedIn()
  const [settled] = useDebouncedValue(typed.trim(), settleMs)
  const asked = [...settled].length >= searchLimits.shortest
  const { data: found = [], isFetching } = useQuery(searchFound(settled, asked))
  const actions = searchActions(authority)
    .map(({ id, to }) => ({ id: `action ${id}`, to, label: s(`action.${id}`) }))
    .filter(({ label }) => matches(label, typed))
  const pages = palettePages({ authority, bombmyAssociation: platformAuthority.bombmyAssociation })
    .map(({ id, to }) => ({ id: `page ${id}`, to, label: t(`nav.${id}`) }))
    .filter(({ label, to }) => matches(`${label} ${to}`, typed))
  const foundGroups = [...Map.groupBy(asked ? found : [], ({ kind }) => kind)].map(([kind, items]) => ({
    title: s(`kind.${kind}`),
    items: items.map((item) => ({
      id: `${kind} ${item.id}`,
      label: item.label,
      note: item.isRunning ? s('running') : item.note,
      to: placeOfFound(item),
    })),
  }))
  const own = [
    { title: t('palette.actions'), items: actions },
    { title: t('palette.pages'), items: pages },
  ]
  return {
    // What the firm has comes first once something is typed: pages are few and known.
    groups: (asked ? [...foundGroups, ...own] : own).filter(({ items }) => items.length > 0),
    searching: asked && isFetching,
  }
}

/** The search field and what it finds: pages, and what features add. */
export const PaletteFinder = ({ onClose }: { onClose: () => void }) => {
  const t = useText('app')
  const navigate = useNavigate()
  const [typed, setTyped] = useState('')
  const [at, setAt] = useState(0)
  const id = useId()
  const { groups, searching } = useFound(typed)
  const items = groups.flatMap((group) => group.items)
  const current = Math.min(at, items.length - 1)

  useEffect(() => {
    document.getElementById(`${id}-${current}`)?.scrollIntoView({ block: 'nearest' })
  }, [id, current])

  const go = (item: PaletteItem | undefined) => {
    if (!item) return
    onClose()
    void navigate(item.to)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step !== undefined && items.length > 0) {
      event.preventDefault()
      setAt((current + step + items.length) % items.length)
    } else if (event.key === 'Enter') {
      go(items[current])
    }
  }
  const optionId = (item: PaletteItem | undefined) => (item ? `${id}-${items.indexOf(item)}` : undefined)

  return (
    <>
      <div className={css.find}>
        <IconSearch className="icon-muted" {...icon18} />
        <input
          role="combobox"
          aria-label={t('palette.title')}
          aria-expanded={items.length > 0}
          aria-controls={`${id}-list`}
          aria-activedescendant={optionId(items[current])}
          aria-autocomplete="list"
          placeholder={t('palette.hint')}
          value={typed}
          autoFocus
          onChange={(event) => {
            setTyped(event.currentTarget.value)
            setAt(0)
          }}
          onKeyDown={onKeyDown}
        />
      </div>
      <div id={`${id}-list`} className={css.list} role="listbox" aria-label={t('palette.title')}>
        {groups.map((group) => (
          <div key={group.title} role="group" aria-label={group.title}>
            <h3 aria-hidden="true">{group.title}</h3>
            {group.items.map((item) => (
              <div
                key={item.id}
                id={optionId(item)}
                role="option"
                tabIndex={-1}
                aria-selected={item === items[current]}
                className={css.item}
                onClick={() => go(item)}
                onKeyDown={onKeyDown}
                onMouseMove={() => setAt(items.indexOf(item))}
              >
                <IconArrowRight {...icon16} />
                <span className="clip">{item.label}</span>
                {item.note !== undefined && item.note !== '' && (
                  <span className={clsx('caption', css.note)}>{item.note}</span>
                )}
              </div>
            ))}
          </div>
        ))}
        {items.length === 0 && (
          <p className={css.none} role="status">
            {searching ? t('palette.searching') : t('palette.none')}
          </p>
        )}
      </div>
    </>
  )
}
