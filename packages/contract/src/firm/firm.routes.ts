import { z } from 'zod'
import { firm, open } from '../common/access.ts'
import { ById, Nothing } from '../common/fields.ts'
import { defineRoutes } from '../common/route.ts'
import { FirmSetting, FirmSettingChange, NewFirmSetting } from './firm.schema.ts'

export const firmRoutes = defineRoutes('console', {
  show: {
    method: 'GET',
    path: '/firm_info/:id',
    summary: "The firm's settings.",
    access: firm('setting'),
    params: ById,
    answer: FirmSetting,
  },
  change: {
    method: 'PUT',
    path: '/firm_info/:id',
    summary: "Changes the firm's settings; fields left out stay.",
    access: firm('setting'),
    params: ById,
    body: FirmSettingChange,
    answer: FirmSetting,
  },
  settle: {
    method: 'PUT',
    path: '/new_firm_setting_info',
    summary: "The new-merchant form: the firm's name and the member's name and phone.",
    access: firm(),
    body: NewFirmSetting,
    answer: Nothing,
  },
  /** Asked by the web before a page is drawn for nobody: the demo log-in shows only where the demo firm is. */
  demo: {
    method: 'GET',
    path: '/demo',
    summary: 'Whether this server has a demo firm with its public password, and the room that is live in it.',
    access: open,
    answer: z.object({ account: z.string(), password: z.string(), roomUrl: z.string() }).partial(),
    added: true,
  },
})
