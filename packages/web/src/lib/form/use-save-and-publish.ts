import { type QueryKey, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import type { z } from 'zod'
import { CallError, isCallError } from '../http/call-error.ts'
import type { EditedRecord } from './edit-merge.ts'
import { useSchemaForm } from './use-schema-form.ts'

interface Published {
  readonly id: string
  readonly version: number
  readonly published: boolean
}

interface SaveOptions<V extends { readonly published: boolean }, R extends Published> {
  readonly schema: z.ZodType<object, V>
  readonly start: V
  /** Name of the draft kept in this browser. */
  readonly draft: string
  /** What is edited; undefined: a new one. */
  readonly edited: { readonly id: string; readonly version: number; readonly rows: EditedRecord<V>['rows'] } | undefined
  /** Of all records in the query cache; one stands under `[...key, 'one', id]`. */
  readonly key: QueryKey
  readonly load: (id: string) => Promise<R>
  readonly valuesOf: (record: R) => V
  /** Pictures that may have been uploaded in the form, with the field that shows each. */
  readonly picturesOf: (values: V) => readonly { readonly url: string; readonly field: string }[]
  /** Makes an uploaded picture permanent; throws CallError `noData` when it is gone. */
  readonly keepPicture: (url: string) => Promise<unknown>
  /** What a field says whose picture is gone. */
  readonly pictureGone: string
  readonly send: (values: V, version: number | undefined) => Promise<R>
  readonly editPath: (record: R) => string
  readonly onSaved: (record: R, wasPublished: boolean) => void
}

/** State of the address after a new record was published: its link is shown there. */
const publishedState = 'published'

/** The form of what can be published, and its ways to be saved: as a draft, published, or taken down. */
export const useSaveAndPublish = <V extends { readonly published: boolean }, R extends Published>(
  options: SaveOptions<V, R>,
) => {
  const { edited, key, load, valuesOf, picturesOf } = options
  const navigate = useNavigate()
  const queries = useQueryClient()
  const [initial] = useState(options.start)
  const permanent = useRef(new Set(picturesOf(initial).map(({ url }) => url)))
  const saved = useRef<R>(undefined)
  const [isLeaving, setLeaving] = useState(false)
  const keyOf = (id: string) => [...key, 'one', id]

  const keep = async ({ url, field }: { url: string; field: string }) => {
    if (permanent.current.has(url)) return
    try {
      await options.keepPicture(url)
      permanent.current.add(url)
    } catch (error) {
      if (!isCallError(error, 'noData')) throw error
      throw new CallError('invalid', error.status, options.pictureGone, { [field]: options.pictureGone })
    }
  }

  const form = useSchemaForm({
    schema: options.schema,
    initial,
    draft: options.draft,
    record: edited && {
      version: edited.version,
      ...(edited.rows && { rows: edited.rows }),
      reload: async () => {
        const { id } = edited
        const now = await queries.fetchQuery({ queryKey: keyOf(id), queryFn: () => load(id), staleTime: 0 })
        return { version: now.version, values: valuesOf(now) }
      },
    },
    save: async (values, { version }) => {
      for (const picture of picturesOf(values)) await keep(picture)
      saved.current = await options.send(values, version)
      return saved.current
    },
    onSaved: () => {
      const now = saved.current
      if (!now) return
      queries.setQueryData(keyOf(now.id), now)
      void queries.invalidateQueries({ queryKey: key, predicate: ({ queryKey }) => queryKey[1] !== 'one' })
      // The page of a new record shows the link itself: here it would be covered, and shown again, a moment later.
      if (edited || !now.published) options.onSaved(now, form.values.published)
      if (edited) return form.reset(valuesOf(now))
      setLeaving(true)
      const state = now.published ? publishedState : undefined
      void navigate(options.editPath(now), { replace: true, state })
    },
  })
  /** Saves all fields, with those given here in place of the typed ones. */
  const save = (reported: Partial<V>) => {
    void form.submit(undefined, reported)
  }
  // What is typed while it is busy would be lost.
  return { form, save, isBusy: form.saving || isLeaving }
}

/** Whether this page was opened by publishing what it shows; it is said once, so that a reload shows no link any more. */
export const useJustPublished = (): boolean => {
  const { state, pathname } = useLocation()
  const navigate = useNavigate()
  useEffect(() => {
    if (state === publishedState) void navigate(pathname, { replace: true })
  }, [state, pathname, navigate])
  const [isJustPublished] = useState(state === publishedState)
  return isJustPublished
}
