import { useQuery } from '@tanstack/react-query'
import { clsx } from 'clsx'
import { useText } from '../../lib/i18n/use-text.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { SkeletonForm } from '../../ui/skeleton.tsx'
import { useDocumentTitle } from '../playground/gallery.tsx'
import { demoRoom } from './bench.api.ts'
import css from './bench.module.css'
import { ChatPane } from './chat-pane.tsx'

/** /chat: two anonymous viewers side by side in the demo firm's running room, over the real socket. */
export const ChatPage = () => {
  const t = useText('playground')
  const room = useQuery(demoRoom())
  useDocumentTitle(t('chat.title'))
  return (
    <div className={css.page}>
      <header className={css.head}>
        <h1>{t('chat.title')}</h1>
        <p>{t('chat.lead')}</p>
      </header>
      {room.isPending && <SkeletonForm fields={3} />}
      {room.isError && <ErrorState title={room.error.message} onRetry={() => void room.refetch()} />}
      {room.data === null && <EmptyState art="soon" title={t('sandbox.noDemo')} />}
      {room.data && (
        <>
          <p className={css.room}>
            {t('sandbox.room')} <code>{room.data.streamId}</code>
            <a href={room.data.roomUrl} target="_blank" rel="noreferrer">
              {t('sandbox.open')}
            </a>
          </p>
          <div className={clsx('stack-l', css.panes)}>
            {['A', 'B'].map((name) => (
              <ChatPane key={name} name={name} streamId={room.data?.streamId ?? ''} />
            ))}
          </div>
        </>
      )}
    </div>
  )
}
