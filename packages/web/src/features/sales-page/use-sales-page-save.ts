import type { SalesPage } from '@kaimai/contract/sales-page/sales-page.routes.ts'
import { SalesPageFields } from '@kaimai/contract/sales-page/sales-page.schema.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { useSchemaForm } from '../../lib/form/use-schema-form.ts'
import { CallError, isCallError } from '../../lib/http/call-error.ts'
import { useText } from '../../lib/i18n/use-text.tsx'
import { paths } from '../../lib/paths/paths.ts'
import { toast } from '../../ui/toast.tsx'
import { keepImage } from '../video/video.api.ts'
import { fieldsOf, picturesOf } from './page-values.ts'
import { changeSalesPage, createSalesPage, salesPageById, salesPageKey } from './sales-page.api.ts'

interface SaveOptions {
  /** As it was saved; undefined: a new page. */
  readonly page: SalesPage | undefined
  readonly start: SalesPageFields
  readonly draft: string
  readonly onPublished: (customUrl: string) => void
  /** What was saved: what the form shows of it besides its fields. */
  readonly onSaved: (page: SalesPage) => void
}

/** State of the address after a new page was published: its link is shown there. */
export const publishedState = 'published'

/** The form and its ways to be saved: as a draft, published, taken down, ended. */
export const useSalesPageSave = ({ page, start, draft, onPublished, onSaved }: SaveOptions) => {
  const id = page?.id
  const t = useText('sales-page')
  const navigate = useNavigate()
  const queries = useQueryClient()
  const [initial] = useState(start)
  const kept = useRef(new Set(picturesOf(start).map(({ url }) => url)))
  const saved = useRef<SalesPage>(undefined)
  const [isLeaving, setLeaving] = useState(false)

  const keep = async ({ url, field }: { url: string; field: string }) => {
    if (kept.current.has(url)) return
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
    schema: SalesPageFields,
    initial,
    draft,
    record:
      page === undefined
        ? undefined
        : {
            version: page.version,
            rows: { rowKeys: { blockList: 'id' } },
            reload: async () => {
              const now = await queries.fetchQuery({ ...salesPageById(page.id), staleTime: 0 })
              return { version: now.version, values: fieldsOf(now) }
            },
          },
    save: async (values, { version }) => {
      for (const picture of picturesOf(values)) await keep(picture)
      saved.current = await (id === undefined ? createSalesPage(values) : changeSalesPage(id, { ...values, version }))
      return saved.current
    },
    onSaved: () => {
      const now = saved.current
      if (!now) return
      const wasPublished = form.values.published
      queries.setQueryData(salesPageById(now.id).queryKey, now)
      void queries.invalidateQueries({ queryKey: salesPageKey, predicate: ({ queryKey }) => queryKey[1] !== 'one' })
      if (now.published && !wasPublished) onPublished(now.customUrl)
      else toast.good(t(doneWord(wasPublished, now)))
      if (id === undefined) {
        setLeaving(true)
        const state = now.published ? publishedState : undefined
        void navigate(paths.salesPageEdit({ pageId: now.id }), { replace: true, state })
      } else {
        form.reset(fieldsOf(now))
        onSaved(now)
      }
    },
  })
  /** Saves all fields, with those given here in place of the typed ones. */
  const save = (reported: Partial<SalesPageFields>) => {
    void form.submit(undefined, reported)
  }
  /** What is typed now would be lost. */
  return { form, save, isBusy: form.saving || isLeaving }
}

const doneWord = (wasPublished: boolean, { published, state }: SalesPage): string => {
  if (wasPublished && !published) return 'done.unpublished'
  return state === 'closed' ? 'done.closed' : 'done.saved'
}
