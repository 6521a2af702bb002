import { IconArrowDown, IconArrowUp } from '@tabler/icons-react'
import { useText } from '../../lib/i18n/use-text.tsx'
import { IconButton } from '../../ui/button.tsx'
import { icon16 } from '../../ui/icon-props.ts'
import css from './ordered.module.css'

/** The list with one of its items one place up (-1) or down (1). */
export const moved = <T,>(list: readonly T[], place: number, by: -1 | 1): T[] => {
  const next = [...list]
  const [item] = next.splice(place, 1)
  if (item !== undefined) next.splice(place + by, 0, item)
  return next
}

interface MoveButtonsProps {
  readonly name: string
  readonly place: number
  readonly count: number
  readonly onMove: (by: -1 | 1) => void
}

/** Up and down: the order that shoppers see. */
export const MoveButtons = ({ name, place, count, onMove }: MoveButtonsProps) => {
  const t = useText('firm')
  return (
    <span className={css.moves}>
      <IconButton
        label={t('moveUp', { name })}
        disabled={place === 0}
        icon={<IconArrowUp {...icon16} />}
        onClick={() => onMove(-1)}
      />
      <IconButton
        label={t('moveDown', { name })}
        disabled={place === count - 1}
        icon={<IconArrowDown {...icon16} />}
        onClick={() => onMove(1)}
      />
    </span>
  )
}
