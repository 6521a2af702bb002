import { useDebouncedValue } from '@mantine/hooks'
import { IconArrowRight, IconSearch } from '@tabler/icons-react'
import { useQueries } from '@tanstack/react-query'
import { type KeyboardEvent, useEffect, useId, useState } from 'react'
import { useNavigate } from 'react-router'
import { useText } from '../../lib/i18n/use-text.tsx'
import type { PaletteItem, PaletteSource } from '../../lib/palette/palette.ts'
import { useLoggedIn } from '../../lib/session/use-session.tsx'
import { icon16, icon18 } from '../../ui/icon-props.ts'
import css from './command-palette.module.css'
import { matches, palettePages } from './palette-pages.ts'

const files = import.meta.glob<Record<string, PaletteSource>>('../../features/*/*.palette.ts', { eager: true })
const sources = Object.values(files).flatMap((exports) => Object.values(exports))

/** Fewer characters than this find pages only. */
const minTyped = 2
const settleMs = 250

interface Group {
  readonly title: string
  readonly items: readonly PaletteItem[]
}

const useFound = (typed: string): { groups: readonly Group[]; searching: boolean } => {
  const t = useText('app')
  const { authority, platformAuthority } = useLoggedIn()
  const [settled] = useDebouncedValue(typed.trim(), settleMs)
  const asked = settled.length >= minTyped
  const results = useQueries({
    queries: sources.map(({ slug, find }) => ({
      queryKey: ['palette', slug, settled],
      queryFn: ({ signal }: { signal: AbortSignal }) => find(settled, signal),
      enabled: asked,
    })),
  })
  const pages = palettePages({ authority, bombmyAssociation: platformAuthority.bombmyAssociation })
    .map(({ id, to }) => ({ id, to, label: t(`nav.${id}`) }))
    .filter(({ label, to }) => matches(`${label} ${to}`, typed))
  const found = sources.map(({ slug }, index) => ({
    title: t(`palette.group.${slug}`),
    items: asked ? (results[index]?.data ?? []) : [],
  }))
  return {
    groups: [{ title: t('palette.pages'), items: pages }, ...found].filter(({ items }) => items.length > 0),
    searching: asked && results.some(({ isFetching }) => isFetching),
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
    } else if (event.key === 'Enter' && !event.nativeEvent.isComposing) {
      go(items[current])
    }
  }
  const optionId = (item: PaletteItem | undefined) => (item ? `${id}-${items.indexOf(item)}` : undefined)

  return (
    <>
      <div className={css.find}>
        <IconSearch {...icon18} />
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
                {item.label}
                {item.note !== undefined && <span className={css.note}>{item.note}</span>}
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
