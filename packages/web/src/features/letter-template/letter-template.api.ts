import type { Language } from '@kaimai/contract/common/language.ts'
import type { Page } from '@kaimai/contract/common/page.ts'
import { type AutomaticLetters, automaticLetterRoutes } from '@kaimai/contract/letter/automatic-letters.routes.ts'
import type { LetterTemplate, letterTemplate } from '@kaimai/contract/letter-template/letter-template.resource.ts'
import { letterTemplateRoutes } from '@kaimai/contract/letter-template/letter-template.routes.ts'
import type { TemplateContents } from '@kaimai/contract/letter-template/letter-template.schema.ts'
import { queryOptions } from '@tanstack/react-query'
import type { z } from 'zod'
import { call } from '../../lib/http/http.ts'

/** Where all that is known of templates stands in the query cache. */
export const letterTemplateKey = ['letter-template'] as const

export type TemplateFields = z.input<typeof letterTemplate.Body>

/** What is previewed or sent as a test, in one language. */
export interface WrittenLetter {
  readonly letterTemplateType: number
  readonly contents: TemplateContents
  readonly language: Language
}

interface TemplateRequest {
  readonly limit: number
  readonly cursor?: string
  readonly sort?: string
  readonly q?: string
  /** A number of letterTypes. */
  readonly letterTemplateType?: string
}

export const loadTemplates = (query: TemplateRequest, signal: AbortSignal): Promise<Page<LetterTemplate>> =>
  call(letterTemplateRoutes.list, { query }, { signal })

const mostOffered = 100

/** Templates of a type that a form may choose. */
export const templatesOfType = (letterTemplateType: number) =>
  queryOptions({
    queryKey: [...letterTemplateKey, 'type', letterTemplateType],
    queryFn: ({ signal }) =>
      call(
        letterTemplateRoutes.list,
        { query: { limit: mostOffered, letterTemplateType: String(letterTemplateType) } },
        { signal },
      ),
  })

export const builtInTexts = queryOptions({
  queryKey: [...letterTemplateKey, 'built-in'],
  queryFn: ({ signal }) => call(letterTemplateRoutes.builtIn, {}, { signal }),
  staleTime: Number.POSITIVE_INFINITY,
})

/** Which letters go by themselves; read anew by each page that opens, for others may have chosen. */
export const automaticLetters = queryOptions({
  queryKey: [...letterTemplateKey, 'automatic'],
  queryFn: ({ signal }) => call(automaticLetterRoutes.show, {}, { signal }),
  staleTime: 0,
  gcTime: 0,
})
export const changeAutomaticLetters = (body: AutomaticLetters) => call(automaticLetterRoutes.change, { body })

/** What is being edited must not be replaced under the hands. */
export const templateShown = (id: string) =>
  queryOptions({
    queryKey: [...letterTemplateKey, 'one', id],
    queryFn: ({ signal }) => call(letterTemplateRoutes.show, { params: { id } }, { signal }),
    staleTime: 0,
    gcTime: 0,
  })

export const templateVersions = (id: string) =>
  queryOptions({
    queryKey: [...letterTemplateKey, 'versions', id],
    queryFn: ({ signal }) => call(letterTemplateRoutes.versions, { params: { id } }, { signal }),
    staleTime: 0,
  })
/** No save changes what an earlier one left. */
export const templateVersion = (id: string, version: number) =>
  queryOptions({
    queryKey: [...letterTemplateKey, 'versions', id, version],
    queryFn: ({ signal }) =>
      call(letterTemplateRoutes.version, { params: { id, version: String(version) } }, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
  })

export const createTemplate = (body: TemplateFields) => call(letterTemplateRoutes.create, { body })
export const changeTemplate = (id: string, body: TemplateFields, version: number | undefined) =>
  call(letterTemplateRoutes.change, {
    params: { id },
    body: { ...body, ...(version === undefined ? {} : { version }) },
  })
export const removeTemplate = (id: string) => call(letterTemplateRoutes.remove, { params: { id } })

/** People whom a letter of a type can be shown as; who may not see personal data has the example alone. */
export const previewPeople = (letterTemplateType: number) =>
  queryOptions({
    queryKey: [...letterTemplateKey, 'people', letterTemplateType],
    queryFn: ({ signal }) =>
      call(
        letterTemplateRoutes.previewData,
        { query: { letterTemplateType: String(letterTemplateType) } },
        { signal, quiet: true },
      ),
    retry: false,
  })

export const letterPreview = (letter: WrittenLetter, recipientId: string | null) =>
  queryOptions({
    queryKey: [...letterTemplateKey, 'preview', letter, recipientId],
    queryFn: ({ signal }) =>
      call(letterTemplateRoutes.preview, { body: { ...letter, recipientId } }, { signal, quiet: true }),
    retry: false,
  })

export const sendTest = (letter: WrittenLetter) => call(letterTemplateRoutes.test, { body: letter })
