import { IconArrowDown, IconArrowUp } from '@tabler/icons-react'
import { useText } from '../../lib/i18n/use-text.tsx'
import { IconButton } from '../../ui/button.tsx'
import { icon16 } from '../../ui/icon-props.ts'
import css from './ordered.module.css'

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
