import { count, text } from '../common/field.ts'
import { defineResource, type RecordOf } from '../common/resource.ts'

/** Who speaks in lives beside real viewers: a name and a picture. */
export const virtualUser = defineResource({
  path: '/virtual_user',
  names: ['virtual user', 'virtual users'],
  permission: 'stream',
  main: 'name',
  fields: { name: text({ max: 40, search: true }), userImgId: text({ max: 80, optional: true }) },
  derived: {
    userImgUrl: text({ max: 300, optional: true }),
    /** Comment groups in which the name speaks. */
    usedIn: count(),
  },
  sorts: ['name'],
  added: false,
})
export type VirtualUser = RecordOf<typeof virtualUser>
