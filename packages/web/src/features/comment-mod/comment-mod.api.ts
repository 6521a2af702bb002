import { commentModImportRoutes } from '@kaimai/contract/comment-mod/comment-mod-import.routes.ts'
import { commentModRoutes } from '@kaimai/contract/comment-mod/comment-mod.routes.ts'
import type { Sent } from '@kaimai/contract/common/route.ts'
import type { SheetFormat } from '@kaimai/contract/common/sheet.ts'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../lib/http/http.ts'
import { importCalls } from '../../lib/sheet/import-calls.ts'
import type { ListParams } from '../../lib/list/use-list.ts'

/** Where all that is known of comment groups stands in the query cache. */
export const commentModKey = ['comment-mod'] as const

export type CommentModFields = Exclude<Sent<typeof commentModRoutes.create>['body'], FormData>

export const listCommentMods = (query: ListParams<{ videoId: 'text' }>, signal: AbortSignal) =>
  call(commentModRoutes.list, { query }, { signal })

/** The groups that were written for a video, for those who let one choose among them. */
export const commentModsOfVideo = (videoId: string) =>
  queryOptions({
    queryKey: [...commentModKey, 'of-video', videoId],
    queryFn: ({ signal }) => call(commentModRoutes.list, { query: { videoId, limit: 100 } }, { signal }),
    select: ({ items }) => items,
    enabled: videoId !== '',
  })

/** How many groups the firm has. */
export const commentModCount = () =>
  queryOptions({
    queryKey: [...commentModKey, 'count'],
    queryFn: ({ signal }) => call(commentModRoutes.list, { query: { limit: 1 } }, { signal, quiet: true }),
    select: ({ total }) => total,
  })

export const commentModById = (id: string) =>
  queryOptions({
    queryKey: [...commentModKey, 'one', id],
    queryFn: ({ signal }) => call(commentModRoutes.show, { params: { id } }, { signal }),
    // What is being edited must not be replaced under the hands.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })

export const createCommentMod = (body: CommentModFields) => call(commentModRoutes.create, { body })

/** `version`: what it was made from. */
export const changeCommentMod = (id: string, body: CommentModFields & { readonly version: number | undefined }) =>
  call(commentModRoutes.change, { params: { id }, body })

export const removeCommentMod = (id: string) => call(commentModRoutes.remove, { params: { id } })

export const copyCommentMod = (id: string) => call(commentModRoutes.copy, { params: { id }, body: {} })

/** Lives that have comments marked as favourites. */
export const markedLives = () =>
  queryOptions({
    queryKey: [...commentModKey, 'marked-lives'],
    queryFn: ({ signal }) => call(commentModRoutes.markedLives, {}, { signal }),
    select: ({ lives }) => lives,
  })

export const addMarkedComments = (id: string, liveId: string) =>
  call(commentModRoutes.addMarked, { params: { id }, body: { liveId } })

export const readComments = (form: FormData, signal: AbortSignal) =>
  call(commentModImportRoutes.read, { body: form }, { signal, quiet: true })

export const commentImports = importCalls(commentModImportRoutes, commentModKey, (id, body) =>
  call(commentModImportRoutes.start, { params: { id }, body }, { quiet: true }),
)

/** What an import has brought in, for the editor. */
export const importedComments = async (id: string) =>
  (await call(commentModImportRoutes.comments, { params: { id } }, { quiet: true })).comments

export const commentSheet = (id: string, format: SheetFormat) =>
  call(commentModRoutes.download, { params: { id }, query: { format } })

export const commentSheetTemplate = (format: SheetFormat) => call(commentModRoutes.sheetTemplate, { query: { format } })
