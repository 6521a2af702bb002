import { useQueryClient } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import { useText } from '../../lib/i18n/use-text.tsx'
import { useFirm } from '../../lib/session/use-session.tsx'
import { toast } from '../../ui/toast.tsx'
import { uploadDesk } from './browser-uploads.ts'
import type { Upload, UploadWords } from './upload-job.ts'
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
  const uploads = useSyncExternalStore(uploadDesk.subscribe, uploadDesk.get, uploadDesk.get)
  const words: UploadWords = {
    fault: (fault) => t(`fault.${fault}`),
    failed: (name, problem) => toast.bad(t('upload.failed', { name, problem })),
    done: (name) => toast.good(t('upload.done', { name })),
    twice: (name) => toast.info(t('upload.twice', { name })),
  }
  const onChange = () => void queries.invalidateQueries({ queryKey: videoKey })
  return { uploads, add: (files, expects) => uploadDesk.add(files, { firmId, words, onChange, expects }) }
}
