import { clsx } from 'clsx'
import css from './avatar.module.css'
import { viewTone } from './person-style.ts'

/** A colleague on the thing they touch; the name stands in `title` and for who can't see it. */
export const PersonAvatar = ({
  userId,
  name,
  title,
  size = 24,
  here,
}: {
  userId: string
  name: string
  title?: string
  size?: number
  here?: boolean
}) => (
  <span
    className={clsx(css.avatar, css[viewTone(userId)], here && css.here)}
    style={{ width: size, height: size, fontSize: Math.round(size * 0.48) }}
    data-letter={[...name.trim()][0]?.toUpperCase() ?? '?'}
    {...(title === undefined ? { 'aria-hidden': true } : { role: 'img', 'aria-label': title, title })}
  />
)
