import { z } from 'zod'
import { firm } from '../common/access.ts'
import { Id } from '../common/fields.ts'
import { pictureBodyLimit } from '../common/picture-file.rules.ts'
import { resourceRoutes } from '../common/resource.ts'
import { defineRoutes } from '../common/route.ts'
import { virtualUser } from './virtual-user.resource.ts'

/** At most so many are made or removed at once. */
export const virtualUserBatch = 500

const UserImage = z.object({
  userImgId: z.string(),
  userImgUrl: z.string(),
  /** Uploaded by the firm; else of the shipped set. */
  own: z.boolean(),
})

const { list, create, change, remove } = resourceRoutes(virtualUser)

export const virtualUserRoutes = defineRoutes('console', {
  list,
  create,
  createMany: {
    method: 'POST',
    path: '/virtual_user/batch',
    summary:
      'Makes many virtual users; who comes without a picture is dealt one of the shipped set, none twice before all were dealt. Names that are there already are left out.',
    access: firm('stream'),
    body: z.object({
      users: z
        .array(virtualUser.Body.partial({ userImgId: true }))
        .min(1)
        .max(virtualUserBatch),
    }),
    answer: z.object({
      created: z.array(virtualUser.Record),
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
  change,
  remove,
})
