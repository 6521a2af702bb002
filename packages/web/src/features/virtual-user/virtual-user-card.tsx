import type { VirtualUser } from '@kaimai/contract/virtual-user/virtual-user.resource.ts'
import { Checkbox } from '@mantine/core'
import { IconDots } from '@tabler/icons-react'
import { clsx } from 'clsx'
import { type KeyboardEvent, useState } from 'react'
import { useText } from '../../lib/i18n/use-text.tsx'
import { IconButton } from '../../ui/button.tsx'
import { DropdownMenu, type MenuItem } from '../../ui/dropdown-menu.tsx'
import { icon16 } from '../../ui/icon-props.ts'
import { useLabels } from '../../ui/labels.tsx'
import { TagChip } from '../../ui/tag-chip.tsx'
import { Avatar } from '../../ui/thumb.tsx'
import css from './virtual-user.module.css'

const avatarSize = 56
const nameMax = 40

interface VirtualUserCardProps {
  readonly user: VirtualUser
  /** Undefined for who may only look. */
  readonly edit: CardActions | undefined
}

export interface CardActions {
  readonly onOpen: () => void
  readonly actions: readonly MenuItem[]
  readonly selected: boolean
  readonly onSelect: (on: boolean) => void
  /** The name is being changed in its place. */
  readonly renaming: boolean
  readonly onRename: (name: string | undefined) => void
}

export const VirtualUserCard = ({ user, edit }: VirtualUserCardProps) => {
  const t = useText('virtual-user')
  const labels = useLabels()
  const { name, userImgUrl, usedIn } = user
  const facts = (
    <span className={clsx('wrap', css.facts)}>
      <TagChip colour="purple">{t('simulated')}</TagChip>
      {usedIn > 0 && <span className="caption">{t('list.usedIn', { count: usedIn })}</span>}
    </span>
  )
  if (!edit) {
    return (
      <li className={css.person}>
        <span className={css.open}>
          <Avatar src={userImgUrl} name={name} size={avatarSize} simulated />
          <span className={css.words}>
            <span className={css.name}>{name}</span>
            {facts}
          </span>
        </span>
      </li>
    )
  }
  return (
    <li className={css.person} data-selected={edit.selected}>
      <span className={css.pick}>
        <Checkbox
          checked={edit.selected}
          aria-label={labels.selectRow(name)}
          onChange={({ currentTarget }) => edit.onSelect(currentTarget.checked)}
        />
      </span>
      {edit.renaming ? (
        <span className={css.open}>
          <Avatar src={userImgUrl} name={name} size={avatarSize} simulated />
          <span className={css.words}>
            <NameField name={name} onName={edit.onRename} />
            {facts}
          </span>
        </span>
      ) : (
        <button type="button" className={css.open} onClick={edit.onOpen} aria-haspopup="dialog">
          <span className="sr-only">{t('action.edit')} </span>
          <Avatar src={userImgUrl} name={name} size={avatarSize} simulated />
          <span className={css.words}>
            <span className={css.name}>{name}</span>
            {facts}
          </span>
        </button>
      )}
      <span className={css.menu}>
        <DropdownMenu
          items={edit.actions}
          renderTrigger={(trigger) => (
            <IconButton {...trigger} label={labels.pair(labels.more, name)} icon={<IconDots {...icon16} />} />
          )}
        />
      </span>
    </li>
  )
}

/** A name typed in its place: Enter or leaving it keeps it, Escape lets it be. */
const NameField = ({ name, onName }: { name: string; onName: (name: string | undefined) => void }) => {
  const t = useText('virtual-user')
  const [typed, setTyped] = useState(name)
  const keep = () => onName(typed.trim() === '' || typed.trim() === name ? undefined : typed.trim())
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter') keep()
    else if (event.key === 'Escape') onName(undefined)
    else return
    event.preventDefault()
  }
  return (
    <input
      className={css.rename}
      value={typed}
      maxLength={nameMax}
      aria-label={t('rename.label', { name })}
      // It was asked for by a click on 「改名」.
      // oxlint-disable-next-line jsx-a11y/no-autofocus
      autoFocus
      onFocus={({ currentTarget }) => currentTarget.select()}
      onChange={({ currentTarget }) => setTyped(currentTarget.value)}
      onKeyDown={onKeyDown}
      onBlur={keep}
    />
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
