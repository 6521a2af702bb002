import { z } from 'zod'
import { firm } from '../common/access.ts'
import { ById, Id, Line, Nothing } from '../common/fields.ts'
import { ListQuery, pageOf } from '../common/page.ts'
import { pictureBodyLimit } from '../common/picture-file.rules.ts'
import { defineRoutes } from '../common/route.ts'
import { Instant } from '../common/time.ts'

export const VirtualUser = z.object({
  id: Id,
  name: z.string(),
  userImgId: z.string(),
  userImgUrl: z.string(),
  /** Comment groups in which the name speaks. */
  usedIn: z.number().int(),
  createdAt: Instant,
})
export type VirtualUser = z.output<typeof VirtualUser>

export const VirtualUserBody = z.object({ name: Line(40), userImgId: z.string().max(80) })

/** Columns a list of virtual users may be sorted by. */
export const virtualUserSorts = ['createdAt', 'name'] as const

/** At most so many are made or removed at once. */
export const virtualUserBatch = 500

const UserImage = z.object({
  userImgId: z.string(),
  userImgUrl: z.string(),
  /** Uploaded by the firm; else of the shipped set. */
  own: z.boolean(),
})

export const virtualUserRoutes = defineRoutes('console', {
  list: {
    method: 'GET',
    path: '/virtual_user',
    summary: 'Virtual users of the firm, newest first; `sort` is createdAt or name.',
    access: firm('stream'),
    query: ListQuery,
    answer: pageOf(VirtualUser),
  },
  create: {
    method: 'POST',
    path: '/virtual_user',
    summary: 'Makes a virtual user.',
    access: firm('stream'),
    body: VirtualUserBody,
    answer: VirtualUser,
  },
  createMany: {
    method: 'POST',
    path: '/virtual_user/batch',
    summary:
      'Makes many virtual users; who comes without a picture is dealt one of the shipped set, none twice before all were dealt. Names that are there already are left out.',
    access: firm('stream'),
    body: z.object({
      users: z
        .array(VirtualUserBody.partial({ userImgId: true }))
        .min(1)
        .max(virtualUserBatch),
    }),
    answer: z.object({
      created: z.array(VirtualUser),
      /** Names that were left out: the firm has them, or the list had them twice. */
      already: z.array(z.string()),
    }),
    idempotency: 'optional',
    added: true,
  },
  removeMany: {
    method: 'POST',
    path: '/virtual_user/remove',
    summary: 'Deletes many virtual users; comments keep the names they were written with.',
    access: firm('stream'),
    body: z.object({ ids: z.array(Id).min(1).max(virtualUserBatch) }),
    answer: z.object({ removed: z.number().int() }),
    added: true,
  },
  images: {
    method: 'GET',
    path: '/virtual_user/user_img_list',
    summary: 'Pictures a virtual user may have: the shipped set, and those that the firm has uploaded.',
    access: firm('stream'),
    answer: z.object({ images: z.array(UserImage) }),
  },
  uploadImage: {
    method: 'POST',
    path: '/virtual_user/user_img',
    summary:
      'Uploads a picture for virtual users: cut to a square of 256 px; swept after a day unless somebody has it.',
    access: firm('stream'),
    body: z.object({}),
    files: ['file'],
    bodyLimit: pictureBodyLimit,
    answer: UserImage,
    errors: ['tooLarge'],
    added: true,
  },
  change: {
    method: 'PUT',
    path: '/virtual_user/:id',
    summary: 'Changes a virtual user.',
    access: firm('stream'),
    params: ById,
    body: VirtualUserBody,
    answer: VirtualUser,
  },
  remove: {
    method: 'DELETE',
    path: '/virtual_user/:id',
    summary: 'Deletes a virtual user; comments keep the name they were written with.',
    access: firm('stream'),
    params: ById,
    answer: Nothing,
  },
})
