import { z } from 'zod'
import { firm } from '../common/access.ts'
import { because, common } from '../common/error-text.ts'
import { Id } from '../common/fields.ts'
import { resourceRoutes } from '../common/resource.ts'
import { defineRoutes } from '../common/route.ts'
import { liveCustomer } from './live-customer.resource.ts'
import { liveCustomerLimits } from './live-customer.rules.ts'

const Count = z.number().int()

export const LiveCustomerList = z.object({
  liveId: Id,
  /** A line for each person. */
  text: z.string().min(1, because(common.required)).max(liveCustomerLimits.characters, because(common.tooLong)),
})
export const LiveCustomersAdded = z.object({
  added: Count,
  /** Invited to the live before. */
  known: Count,
  /** Lines that invite nobody, by reason. */
  dropped: z.object({ noContact: Count, invalid: Count, noName: Count, duplicate: Count }),
})
export type LiveCustomersAdded = z.output<typeof LiveCustomersAdded>

const { create, change, remove, ...made } = resourceRoutes(liveCustomer)
/** All that stands there is personal. */
const personal = { access: firm('form', 'personal') }
const list = { ...made.list, ...personal }
const counts = { ...made.counts, ...personal }
const show = { ...made.show, ...personal }

/** Who is invited to a live, beyond those who signed up for it: whom sendings may go to. */
export const liveCustomerRoutes = defineRoutes('console', {
  list,
  counts,
  create,
  addMany: {
    method: 'POST',
    path: '/live_customer/list',
    summary: 'Invites the people of a pasted list, each line with a name and a phone or e-mail. Again is as well.',
    access: firm('form', 'write'),
    body: LiveCustomerList,
    answer: LiveCustomersAdded,
    bodyLimit: 8 * 1024 * 1024,
    added: true,
  },
  show,
  change,
  remove,
})
