import { clsx } from 'clsx'
import type { ReactNode } from 'react'
import css from './person-line.module.css'
import { Avatar } from './thumb.tsx'

interface PersonLineProps {
  readonly name: string
  /** As it is shown; empty: not known, as the e-mail. */
  readonly phone: string
  readonly email: string
  readonly imgUrl?: string
  /** What sets the person apart. */
  readonly chips: ReactNode
}

/** A person in a list: name, chips, and how to reach them. */
export const PersonLine = ({ name, phone, email, imgUrl, chips }: PersonLineProps) => (
  <span className="row">
    <Avatar src={imgUrl} name={name} size={36} />
    <span className="grow">
      <span className={css.head}>
        <b className={clsx('break-words', css.name)}>{name}</b>
        {chips}
      </span>
      {(phone !== '' || email !== '') && (
        <span className={css.contact}>
          {phone !== '' && <span className={css.phone}>{phone}</span>}
          {email}
        </span>
      )}
    </span>
  </span>
)
