import { IconColumns3 } from '@tabler/icons-react'
import { useState } from 'react'
import { Button } from './button.tsx'
import type { Column } from './data-table.tsx'
import { DropdownMenu } from './dropdown-menu.tsx'
import { icon16 } from './icon-props.ts'
import { useLabels } from './labels.tsx'

const keyOf = (name: string) => `console.columns.${name}`

const stored = (name: string, usual: readonly string[]): readonly string[] => {
  try {
    const stored = localStorage.getItem(keyOf(name))
    if (stored === null) return usual
    const read: unknown = JSON.parse(stored)
    return Array.isArray(read) ? read.filter((each) => typeof each === 'string') : []
  } catch {
    return []
  }
}

/** Which columns of the list `name` are hidden, remembered in this browser; `usual` until somebody chooses. */
export const useHiddenColumns = (name: string, usual: readonly string[] = []) => {
  const [hidden, setHidden] = useState(() => stored(name, usual))
  const toggle = (key: string) => {
    const next = hidden.includes(key) ? hidden.filter((each) => each !== key) : [...hidden, key]
    setHidden(next)
    localStorage.setItem(keyOf(name), JSON.stringify(next))
  }
  return { hidden, toggle }
}

export interface ColumnChoiceProps<T> {
  readonly columns: readonly Column<T>[]
  readonly hidden: readonly string[]
  readonly toggle: (key: string) => void
}

/** The menu 「欄位」 above a list; its main column always stays. */
export const ColumnChoice = <T,>({ columns, hidden, toggle }: ColumnChoiceProps<T>) => {
  const labels = useLabels()
  return (
    <DropdownMenu
      items={columns
        .filter(({ card }) => card !== 'main')
        .map(({ key, title }) => ({ label: title, chosen: !hidden.includes(key), run: () => toggle(key) }))}
      renderTrigger={(trigger) => (
        <Button kind="plain" size="s" icon={<IconColumns3 {...icon16} />} {...trigger}>
          {labels.columns}
        </Button>
      )}
    />
  )
}
