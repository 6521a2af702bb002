import { IconAlertTriangle, IconCheck, IconCornerDownRight } from '@tabler/icons-react'
import { clsx } from 'clsx'
import { memo } from 'react'
import { useText } from '../../../../lib/i18n/use-text.tsx'
import { icon20 } from '../../../../ui/icon-props.ts'
import { Action } from '../parts/action.tsx'
import { Face } from '../parts/picture.tsx'
import { type ChatRow, isOfShop, type Note } from './chat-rows.ts'
import sim from '../parts/simulated.module.css'
import css from './chat.module.css'
import { LazyOrderLine } from './lazy-order-line.ts'
import { useSpoken } from './speak.ts'

/** What lines need beside their own row; the same object as long as nothing of it changes. */
export interface ChatLineContext {
  readonly firmName: string
  readonly firmImgUrl: string
  readonly myName: string
  /** Whether what is simulated is marked. */
  readonly disclosure: boolean
  readonly onOpenCart: () => void
  /** Answers the question of an unclear order. */
  readonly onChoose: (of: number, variantId: string, quantity: number) => void
  readonly serverNow: () => number
}

/** Said by nobody who watches. */
const Simulated = () => {
  const t = useText('room')
  return <span className={clsx(css.mark, sim.simulated)}>{t('chat.virtual')}</span>
}

const Tag = ({ row, context }: { row: Extract<ChatRow, { kind: 'message' }>; context: ChatLineContext }) => {
  const t = useText('room')
  switch (row.user.as) {
    case 'host':
      return <span className={clsx(css.tag, css.ofShop)}>{t('chat.host')}</span>
    case 'staff':
      return <span className={clsx(css.tag, css.ofShop)}>{t('chat.staff')}</span>
    case 'virtual':
      return context.disclosure ? <Simulated /> : null
    case 'viewer':
      if (row.user.likeShop) return <span className={css.tag}>{t('chat.viewer')}</span>
      return row.user.sample ? <Simulated /> : null
  }
}

const MessageLine = ({ row, context }: { row: Extract<ChatRow, { kind: 'message' }>; context: ChatLineContext }) => {
  const t = useText('room')
  const { user } = row
  const shop = isOfShop(user)
  return (
    <li className={clsx(css.msg, shop && css.shop, row.mine && css.mine, row.toMe && css.toMe)}>
      <Face
        src={user.imgUrl || (shop ? context.firmImgUrl : '')}
        name={shop && user.imgUrl === '' ? context.firmName : user.name}
        size={24}
        shop={shop}
      />
      <p className="break-words">
        <span className={css.who}>{row.mine ? t('chat.you', { name: user.name }) : user.name}</span>
        <Tag row={row} context={context} />
        {row.question && <Asked />}
        {row.to && (
          <span className={css.to}>
            <IconCornerDownRight size={14} stroke={2} aria-hidden="true" />
            {row.toMe ? t('chat.toYou') : t('chat.to', { name: row.to.name })}
          </span>
        )}
        {row.text}
      </p>
    </li>
  )
}

/** Asked as a question. */
const Asked = () => {
  const t = useText('room')
  return <span className={clsx(css.tag, css.asked)}>{t('chat.question')}</span>
}

const noteText = (note: Note, t: ReturnType<typeof useText>): string => {
  switch (note.kind) {
    case 'added':
      return t('chat.added', { name: note.name, quantity: note.quantity })
    case 'notAdded':
      return note.message
    case 'refused':
      return t('chat.refused', { text: note.text })
  }
}

const NoteLine = ({ note, context }: { note: Note; context: ChatLineContext }) => {
  const t = useText('room')
  const good = note.kind === 'added'
  const words = noteText(note, t)
  useSpoken(words)
  return (
    <li className={clsx(css.only, !good && css.bad)} data-note>
      {good ? (
        <IconCheck className="icon-accent" {...icon20} />
      ) : (
        <IconAlertTriangle className="icon-accent" {...icon20} />
      )}
      <span className="grow">
        {words}
        <small>{note.kind === 'refused' ? t('chat.onlyYouWhy', { why: note.message }) : t('chat.onlyYou')}</small>
      </span>
      {good && (
        <Action kind="plain" onClick={context.onOpenCart}>
          {t('chat.see')}
        </Action>
      )}
    </li>
  )
}

/** One line of the chat; drawn again only when its own row changes. */
export const ChatLine = memo(({ row, context }: { readonly row: ChatRow; readonly context: ChatLineContext }) => {
  const t = useText('room')
  switch (row.kind) {
    case 'message':
      return <MessageLine row={row} context={context} />
    case 'note':
      return <NoteLine note={row.note} context={context} />
    case 'order':
      return (
        <LazyOrderLine
          event={row.order}
          newest={row.newest}
          serverNow={context.serverNow}
          onChoose={context.onChoose}
        />
      )
    case 'waiting':
      return (
        <li className={clsx(css.msg, css.mine, css.waiting)}>
          <Face src="" name={context.myName} size={24} />
          <p className="break-words">
            <span className={css.who}>{t('chat.you', { name: context.myName })}</span>
            {row.question && <Asked />}
            {row.text}
            <small>{t('chat.sending')}</small>
          </p>
        </li>
      )
  }
})
