import type { CommentMod } from '@kaimai/contract/comment-mod/comment-mod.routes.ts'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useParams, useSearchParams } from 'react-router'
import { useText } from '../../lib/i18n/use-text.tsx'
import { FormWithPreview } from '../../ui/form-section.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { SkeletonForm } from '../../ui/skeleton.tsx'
import { commentModById } from './comment-mod.api.ts'
import { CommentModForm } from './comment-mod-form.tsx'

export const CommentModCreatePage = () => {
  const t = useText('comment-mod')
  const [params] = useSearchParams()
  const from = params.get('copy')
  const videoId = params.get('videoId') ?? ''
  if (from === null) return <CommentModForm id={undefined} start={{ ...nothing, videoId }} draft="comment-mod.new" />
  return (
    <Loaded
      id={from}
      renderForm={(group) => (
        <CommentModForm
          id={undefined}
          start={{ ...group, commentModName: t('form.copyOf', { name: group.commentModName }).slice(0, nameMax) }}
          draft={`comment-mod.copy.${from}`}
        />
      )}
    />
  )
}

export const CommentModEditPage = () => {
  const { commentModId = '' } = useParams()
  return (
    <Loaded
      id={commentModId}
      renderForm={(group) => <CommentModForm id={group.id} start={group} draft={`comment-mod.${group.id}`} />}
    />
  )
}

/** Of a group's name, as the contract says. */
const nameMax = 80

const nothing = { version: undefined, commentModName: '', videoId: '', videoName: '', videoUrl: '', commentModList: [] }

const Loaded = ({ id, renderForm }: { id: string; renderForm: (group: CommentMod) => ReactNode }) => {
  const { data, error, refetch } = useQuery(commentModById(id))
  if (data) return renderForm(data)
  return (
    <FormWithPreview>
      {error ? <ErrorState title={error.message} onRetry={() => void refetch()} /> : <SkeletonForm />}
    </FormWithPreview>
  )
}
