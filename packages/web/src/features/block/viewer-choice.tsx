import type { BlockCandidate } from '@kaimai/contract/block/block.routes.ts'
import { useId } from 'react'
import { useFormat, useText } from '../../lib/i18n/use-text.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { SkeletonList } from '../../ui/skeleton.tsx'
import { Avatar } from '../../ui/thumb.tsx'
import { SearchBox } from '../../ui/toolbar.tsx'
import css from './block-add.module.css'

export interface ViewerChoiceProps {
  readonly search: string
  readonly onSearch: (text: string) => void
  readonly viewers: readonly BlockCandidate[]
  readonly state: 'loading' | 'ready' | 'failed'
  readonly failure: string | undefined
  readonly onRetry: () => void
  readonly chosen: string | undefined
  readonly onChoose: (liveUserId: string) => void
  readonly error: string | undefined
}

/** One viewer of the firm's lives, by name; the newest first. */
export const ViewerChoice = (props: ViewerChoiceProps) => {
  const { search, onSearch, viewers, state, failure, onRetry, chosen, onChoose, error } = props
  const t = useText('block')
  const f = useFormat()
  const name = useId()
  return (
    <div>
      <SearchBox label={t('add.search')} value={search} onChange={onSearch} />
      <div className={css.viewers} role="radiogroup" aria-label={t('add.viewer')}>
        {state === 'loading' && <SkeletonList rows={3} />}
        {state === 'failed' && <ErrorState title={failure ?? ''} onRetry={onRetry} />}
        {state === 'ready' && viewers.length === 0 && (
          <p className="empty-line">{search === '' ? t('add.noViewers') : t('empty.none', { q: search })}</p>
        )}
        {state === 'ready' &&
          viewers.map((viewer) => (
            <label key={viewer.liveUserId} className={css.viewer}>
              <input
                type="radio"
                name={name}
                checked={viewer.liveUserId === chosen}
                onChange={() => onChoose(viewer.liveUserId)}
              />
              <Avatar name={viewer.name} size={32} />
              <span className={css.words}>
                <b className="clip">{viewer.name}</b>
                <span className="clip caption">
                  {[viewer.anonymous ? t('known.anonymous') : viewer.phone, viewer.liveName, f.near(viewer.createdAt)]
                    .filter((text) => text !== '')
                    .join('・')}
                </span>
              </span>
            </label>
          ))}
      </div>
      {error !== undefined && (
        <p className={css.failure} role="alert">
          {error}
        </p>
      )}
    </div>
  )
}
