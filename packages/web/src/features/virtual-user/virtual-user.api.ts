import type { Answer, Sent } from '@kaimai/contract/common/route.ts'
import type { VirtualUser } from '@kaimai/contract/virtual-user/virtual-user.resource.ts'
import { virtualUserRoutes } from '@kaimai/contract/virtual-user/virtual-user.routes.ts'
import { queryOptions } from '@tanstack/react-query'
import { expectPicture } from '../../lib/file/expect-file.ts'
import { call } from '../../lib/http/http.ts'
import type { ListParams } from '../../lib/list/use-list.ts'

/** Where all that is known of virtual users stands in the query cache. */
export const virtualUserKey = ['virtual-user'] as const

export type VirtualUserFields = Exclude<Sent<typeof virtualUserRoutes.create>['body'], FormData>

export const listVirtualUsers = (query: ListParams<Record<never, never>>, signal: AbortSignal) =>
  call(virtualUserRoutes.list, { query }, { signal })

export type UserImages = Answer<typeof virtualUserRoutes.images>['images']

/** The shipped set of pictures, and the firm's own. */
export const virtualUserImages = () =>
  queryOptions({
    queryKey: [...virtualUserKey, 'images'],
    queryFn: ({ signal }) => call(virtualUserRoutes.images, {}, { signal }),
    select: ({ images }) => images,
    staleTime: Number.POSITIVE_INFINITY,
  })

const pageSize = 100
/** People to choose from; who has more finds the rest by search on their own page. */
const choicesMax = 500

const loadChoices = async (signal: AbortSignal): Promise<readonly VirtualUser[]> => {
  const found: VirtualUser[] = []
  let cursor: string | undefined
  do {
    const page = await call(
      virtualUserRoutes.list,
      { query: { limit: pageSize, ...(cursor ? { cursor } : {}) } },
      { signal },
    )
    found.push(...page.items)
    cursor = page.cursor
  } while (cursor !== undefined && found.length < choicesMax)
  return found
}

/** The firm's virtual users, newest first, for those who let one choose among them. */
export const virtualUserChoices = () =>
  queryOptions({ queryKey: [...virtualUserKey, 'choices'], queryFn: ({ signal }) => loadChoices(signal) })

export const createVirtualUser = (body: VirtualUserFields) => call(virtualUserRoutes.create, { body })

export const changeVirtualUser = (id: string, body: VirtualUserFields) =>
  call(virtualUserRoutes.change, { params: { id }, body })

/** Makes many; who has no picture is dealt one. */
export const createVirtualUsers = (users: readonly { readonly name: string; readonly userImgId?: string }[]) =>
  call(virtualUserRoutes.createMany, { body: { users: [...users] } })

export const removeVirtualUsers = (ids: readonly string[]) =>
  call(virtualUserRoutes.removeMany, { body: { ids: [...ids] } })

/** A picture of the firm's own, cut to a square. */
export const uploadUserImage = async (file: File) => {
  await expectPicture(file)
  const body = new FormData()
  body.append('file', file)
  return call(virtualUserRoutes.uploadImage, { body })
}
