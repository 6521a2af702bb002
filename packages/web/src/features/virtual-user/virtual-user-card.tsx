import type { VirtualUser } from '@kaimai/contract/virtual-user/virtual-user.routes.ts'
import { IconDots } from '@tabler/icons-react'
import { useText } from '../../lib/i18n/use-text.tsx'
import { IconButton } from '../../ui/button.tsx'
import { DropdownMenu, type MenuItem } from '../../ui/dropdown-menu.tsx'
import { useLabels } from '../../ui/labels.tsx'
import { TagChip } from '../../ui/tag-chip.tsx'
import { Avatar } from '../../ui/thumb.tsx'
import css from './virtual-user.module.css'

const avatarSize = 56

interface VirtualUserCardProps {
  readonly user: VirtualUser
  /** Undefined for who may only look. */
  readonly onOpen: (() => void) | undefined
  readonly actions: readonly MenuItem[]
}

export const VirtualUserCard = ({ user, onOpen, actions }: VirtualUserCardProps) => {
  const t = useText('virtual-user')
  const labels = useLabels()
  const { name, userImgUrl } = user
  const content = (
    <>
      <Avatar src={userImgUrl} name={name} size={avatarSize} simulated />
      <span className={css.words}>
        <span className={css.name}>{name}</span>
        <TagChip colour="purple">{t('simulated')}</TagChip>
      </span>
    </>
  )
  return (
    <li className={css.person}>
      {onOpen ? (
        <button type="button" className={css.open} onClick={onOpen} aria-haspopup="dialog">
          <span className="sr-only">{t('action.edit')} </span>
          {content}
        </button>
      ) : (
        <span className={css.open}>{content}</span>
      )}
      {onOpen && (
        <span className={css.menu}>
          <DropdownMenu
            items={actions}
            renderTrigger={(trigger) => (
              <IconButton
                {...trigger}
                label={`${labels.more}：${name}`}
                icon={<IconDots size={16} stroke={1.75} aria-hidden="true" />}
              />
            )}
          />
        </span>
      )}
    </li>
  )
}

const places = Array.from({ length: 12 }, (_, index) => `place-${index}`)

/** The shape of the cards while they load. */
export const PeopleSkeleton = () => {
  const labels = useLabels()
  return (
    <div className={css.people} role="status" aria-label={labels.loading}>
      {places.map((key) => (
        <span key={key} className={css.place}>
          <i />
          <b />
        </span>
      ))}
    </div>
  )
}
