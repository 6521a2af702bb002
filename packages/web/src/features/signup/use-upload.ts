import { useEffect, useRef, useState } from 'react'
import { useText } from '../../lib/i18n/use-text.tsx'
import { isCallError } from '../../lib/http/call-error.ts'
import { uploadImage } from '../video/video.api.ts'

/** Largest picture the server takes, in bytes. */
const largestBytes = 12_000_000

export const pictureTypes = 'image/jpeg,image/png,image/webp,image/avif,image/gif'

/** Uploads pictures one after another; each answers its URL. What failed last is said until the next try. */
export const useUpload = (onUploaded: (url: string) => void) => {
  const t = useText('signup')
  const [running, setRunning] = useState(0)
  const [problem, setProblem] = useState<string>()
  const latest = useRef(onUploaded)
  useEffect(() => {
    latest.current = onUploaded
  })

  const upload = async (files: readonly File[]) => {
    setProblem(undefined)
    for (const file of files) {
      if (!file.type.startsWith('image/')) setProblem(t('picture.notImage', { name: file.name }))
      else if (file.size > largestBytes) setProblem(t('picture.tooLarge', { name: file.name }))
      else {
        setRunning((count) => count + 1)
        try {
          latest.current((await uploadImage(file)).url)
        } catch (error) {
          if (!isCallError(error)) throw error
          setProblem(error.fields ? t('picture.unreadable', { name: file.name }) : error.message)
        } finally {
          setRunning((count) => count - 1)
        }
      }
    }
  }
  return { upload, isRunning: running > 0, problem }
}
