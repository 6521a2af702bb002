import { useQueryClient } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import { useText } from '../../lib/i18n/use-text.tsx'
import { useFirm } from '../../lib/session/use-session.tsx'
import { toast } from '../../ui/toast.tsx'
import { uploadManager } from './browser-uploads.ts'
import type { Upload, UploadTexts } from './upload-job.ts'
import { videoKey } from './video.api.ts'

/** The uploads of this tab, and how to add files to them. */
export const useUploads = (): {
  uploads: readonly Upload[]
  /** `expects`: the unfinished upload that the file belongs to. */
  add: (files: readonly File[], expects?: string) => void
} => {
  const t = useText('video')
  const { firmId } = useFirm()
  const queries = useQueryClient()
  const uploads = useSyncExternalStore(uploadManager.subscribe, uploadManager.get, uploadManager.get)
  const words: UploadTexts = {
    error: (error) => t(`fault.${error}`),
    failed: (name, problem) => toast.bad(t('upload.failed', { name, problem })),
    done: (name) => toast.good(t('upload.done', { name })),
    twice: (name) => toast.info(t('upload.twice', { name })),
  }
  const onChange = () => void queries.invalidateQueries({ queryKey: videoKey })
  return { uploads, add: (files, expects) => uploadManager.add(files, { firmId, words, onChange, expects }) }
}
