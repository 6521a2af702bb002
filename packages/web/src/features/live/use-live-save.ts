import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { useSchemaForm } from '../../lib/form/use-schema-form.ts'
import { CallError, isCallError } from '../../lib/http/call-error.ts'
import { useText } from '../../lib/i18n/use-text.tsx'
import { paths } from '../../lib/paths/paths.ts'
import { toast } from '../../ui/toast.tsx'
import { keepImage } from '../video/video.api.ts'
import { changeLive, createLive, liveById, liveKey } from './live.api.ts'
import { fieldsOf, LiveFields, type LiveShown, loadedOf } from './live-values.ts'

interface LiveSaveOptions {
  readonly id: string | undefined
  readonly start: LiveFields
  readonly draft: string
  /** It is published already: saving keeps it so. */
  readonly isPublished: boolean
  readonly onPublished: () => void
}

/** State of the address after a new live was published: what comes next is shown there. */
export const publishedState = 'published'

/** The form and its ways to be saved: as a draft, or published. */
export const useLiveSave = ({ id, start, draft, isPublished, onPublished }: LiveSaveOptions) => {
  const t = useText('live')
  const navigate = useNavigate()
  const [search] = useSearchParams()
  const queries = useQueryClient()
  const [initial] = useState(start)
  const request = useRef(false)
  const [leaving, setLeaving] = useState(false)
  const saved = useRef<LiveShown>(undefined)

  /** Pictures that came in since go after a day unless they are kept. */
  const keep = async (url: string, path: string) => {
    try {
      await keepImage(url)
    } catch (error) {
      if (!isCallError(error, 'noData')) throw error
      const message = t('basics.imageGone')
      throw new CallError('invalid', error.status, message, { [path]: message })
    }
  }
  const keepPictures = async ({ liveImage, liveInfoImage }: LiveFields) => {
    if (liveImage !== '' && liveImage !== start.liveImage) await keep(liveImage, 'liveImage')
    for (const url of liveInfoImage) if (!start.liveInfoImage.includes(url)) await keep(url, 'liveInfoImage')
  }
  const form = useSchemaForm({
    schema: LiveFields,
    initial,
    draft,
    save: async (values) => {
      await keepPictures(values)
      const body = { ...values, publish: request.current }
      saved.current = await (id === undefined
        ? createLive(body)
        : changeLive(id, { ...body, loaded: loadedOf(form.clean) }))
    },
    onSaved: () => {
      const now = saved.current
      if (!now) return
      queries.setQueryData(liveById(now.id).queryKey, now)
      void queries.invalidateQueries({ queryKey: liveKey, predicate: ({ queryKey }) => queryKey[1] !== 'one' })
      const isNew = request.current && !isPublished
      if (id === undefined) {
        const tab = search.get('tab') ?? undefined
        const to = paths.liveStreamEdit({ pageType: 'edit', platformType: now.platformType, liveId: now.id }, { tab })
        setLeaving(true)
        void navigate(to, { replace: true, state: isNew ? publishedState : undefined })
      } else {
        form.reset(fieldsOf(now))
        if (isNew) onPublished()
      }
      if (!isNew) toast.good(t('done.saved'))
    },
  })
  const save = (publish: boolean) => {
    request.current = publish
    void form.submit()
  }
  /** What is typed now would be lost. */
  const isBusy = form.saving || leaving
  return { form, save, isBusy }
}
