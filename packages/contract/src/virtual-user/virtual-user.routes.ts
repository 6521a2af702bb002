import { z } from 'zod'
import { firm } from '../common/access.ts'
import { ById, Id, Line, Nothing } from '../common/fields.ts'
import { ListQuery, pageOf } from '../common/page.ts'
import { defineRoutes } from '../common/route.ts'

export const VirtualUser = z.object({ id: Id, name: z.string(), userImgId: z.string(), userImgUrl: z.string() })
export type VirtualUser = z.output<typeof VirtualUser>

export const VirtualUserBody = z.object({ name: Line(40), userImgId: z.string().max(80) })

export const virtualUserRoutes = defineRoutes('console', {
  list: {
    method: 'GET',
    path: '/virtual_user',
    summary: 'Virtual users of the firm.',
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
  images: {
    method: 'GET',
    path: '/virtual_user/user_img_list',
    summary: 'Pictures a virtual user may have: the shipped set.',
    access: firm('stream'),
    answer: z.object({ images: z.array(z.object({ userImgId: z.string(), userImgUrl: z.string() })) }),
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
