import type { Block } from '@kaimai/contract/block/block.routes.ts'
import { clsx } from 'clsx'
import { useText } from '../../lib/i18n/use-text.tsx'
import { StatusChip } from '../../ui/status-chip.tsx'
import { Avatar } from '../../ui/thumb.tsx'
import css from './block.module.css'
import { nameOf } from './use-block-actions.tsx'

/** A blocked person: the name, and what the person is known by. */
export const BlockPerson = ({ block }: { block: Block }) => {
  const t = useText('block')
  return (
    <span className="row">
      <Avatar name={nameOf(t, block)} size={36} />
      <span className={css.words}>
        <b className={clsx('clip', css.name)}>{nameOf(t, block)}</b>
        <span className="clip caption">{contactText(t, block)}</span>
      </span>
    </span>
  )
}

export const contactText = (
  t: (key: string) => string,
  { name, phone, email, anonymous, hasDevice }: Block,
): string => {
  const known = [phone, email].find((text) => text !== '' && text !== name)
  if (known !== undefined) return known
  if (anonymous) return t('known.anonymous')
  return hasDevice ? t('known.device') : t('known.viewer')
}

const colours = { temporary: 'yellow', permanent: 'red', cancelled: 'grey' } as const

export const BlockChip = ({ state }: Pick<Block, 'state'>) => {
  const t = useText('block')
  return <StatusChip colour={colours[state]}>{t(`state.${state}`)}</StatusChip>
}
