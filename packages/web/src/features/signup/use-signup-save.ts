import type { Signup } from '@kaimai/contract/signup/signup.routes.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import type { z } from 'zod'
import { useSchemaForm } from '../../lib/form/use-schema-form.ts'
import { CallError, isCallError } from '../../lib/http/call-error.ts'
import { useText } from '../../lib/i18n/use-text.tsx'
import { paths } from '../../lib/paths/paths.ts'
import { toast } from '../../ui/toast.tsx'
import { keepImage } from '../video/video.api.ts'
import { fieldsOf, SignupFields } from './form-values.ts'
import { sessionsToKeep } from './session-list.ts'
import { changeSignup, createSignup, type LiveToOffer, signupById, signupKey } from './signup.api.ts'

interface SignupSaveOptions {
  readonly id: string | undefined
  /** Of the form that is edited; undefined: a new one. */
  readonly version: number | undefined
  readonly start: SignupFields
  readonly lives: readonly LiveToOffer[]
  readonly draft: string
  readonly onPublished: (customUrl: string) => void
}

/** Pictures that were uploaded here: only these need keeping. */
const isUploaded = (url: string): boolean => url.startsWith('/media/image/')

/** The form and its ways to be saved: as a draft, published, or taken down. */
export const useSignupSave = ({ id, version, start, lives, draft, onPublished }: SignupSaveOptions) => {
  const t = useText('signup')
  const navigate = useNavigate()
  const queries = useQueryClient()
  const [initial] = useState(start)
  const kept = useRef(new Set([...start.posterInfoList, start.metaImage, start.backgroundImage]))
  const [leaving, setLeaving] = useState(false)
  const saved = useRef<z.output<typeof Signup>>(undefined)

  const keep = async (url: string, field: 'posterInfoList' | 'metaImage' | 'backgroundImage') => {
    if (kept.current.has(url) || !isUploaded(url)) return
    try {
      await keepImage(url)
      kept.current.add(url)
    } catch (error) {
      if (!isCallError(error, 'noData')) throw error
      const message = t('form.pictureGone')
      throw new CallError('invalid', error.status, message, { [field]: message })
    }
  }

  const form = useSchemaForm({
    schema: SignupFields,
    initial,
    draft,
    record:
      id === undefined || version === undefined
        ? undefined
        : {
            version,
            rows: { rowKeys: { sessionInfoList: 'liveId', seriesList: 'id', questionList: 'id' } },
            reload: async () => {
              const now = await queries.fetchQuery({ ...signupById(id), staleTime: 0 })
              return { version: now.version, values: fieldsOf(now) }
            },
          },
    save: async (values, from) => {
      for (const url of values.posterInfoList) await keep(url, 'posterInfoList')
      await keep(values.metaImage, 'metaImage')
      await keep(values.backgroundImage, 'backgroundImage')
      const isOpen = (liveId: string) => lives.some((live) => live.liveId === liveId)
      const sessionInfoList = sessionsToKeep(values.sessionInfoList, isOpen)
      const body = { ...values, sessionInfoList }
      saved.current = await (id === undefined
        ? createSignup(body)
        : changeSignup(id, { ...body, version: from.version }))
      return saved.current
    },
    onSaved: () => {
      const now = saved.current
      if (!now) return
      const wasPublished = form.values.published
      queries.setQueryData(signupById(now.id).queryKey, now)
      void queries.invalidateQueries({ queryKey: signupKey, predicate: ({ queryKey }) => queryKey[1] !== 'one' })
      if (now.published && !wasPublished) onPublished(now.customUrl)
      else toast.good(t(wasPublished && !now.published ? 'done.unpublished' : 'done.saved'))
      if (id === undefined) {
        const to = paths.manageFormEdit({ pageStatus: 'edit', pageType: now.pageType, pageId: now.id })
        setLeaving(true)
        void navigate(to, { replace: true, state: now.published ? publishedState : undefined })
      } else {
        form.reset(fieldsOf(now))
      }
    },
  })
  /** Saves all, published or not. */
  const save = (published: boolean) => {
    void form.submit(undefined, { published })
  }
  /** What is typed now would be lost. */
  const isBusy = form.saving || leaving
  return { form, save, isBusy }
}

/** State of the address after a new form was published: its link is shown there. */
export const publishedState = 'published'
