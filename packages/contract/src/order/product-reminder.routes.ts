import { z } from 'zod'
import { firm, viewer } from '../common/access.ts'
import { Id } from '../common/fields.ts'
import { defineRoutes } from '../common/route.ts'

/** stock: it can be had again · shown: its turn has come in the live. */
export const productReminderKinds = ['stock', 'shown'] as const
export type ProductReminderKind = (typeof productReminderKinds)[number]

const ProductReminder = z.object({ productId: Id, kind: z.enum(productReminderKinds) })

/** What a viewer waits for in a room. */
export const ProductReminders = z.object({
  /**
   * What a letter comes about: the firm has it on, and the viewer has signed up with an address. Of anything else nothing
   * is kept here.
   */
  byLetter: z.array(z.enum(productReminderKinds)),
  waiting: z.array(ProductReminder),
})
export type ProductReminders = z.output<typeof ProductReminders>

export const productReminderRoutes = defineRoutes('room', {
  show: {
    method: 'GET',
    path: '/live/product_reminder',
    summary: 'Which products the viewer gets a letter about.',
    access: viewer,
    answer: ProductReminders,
    added: true,
  },
  set: {
    method: 'PUT',
    path: '/live/product_reminder',
    summary:
      'Asks for one letter when a product can be had again, or when its turn comes; or takes that back. Keeps nothing for a product that can be had now, where the firm has that letter off, and for viewers without an address.',
    access: viewer,
    body: ProductReminder.extend({ on: z.boolean() }),
    answer: ProductReminders,
    errors: ['noData', 'tooManyRequests'],
    added: true,
  },
})

/** What staff sees of it. */
export const productDemandRoutes = defineRoutes('console', {
  list: {
    method: 'GET',
    path: '/product/waiting',
    summary: 'How many people wait until a product can be had again, for each product that somebody waits for.',
    access: firm('stream'),
    answer: z.object({ products: z.array(z.object({ productId: Id, people: z.number().int() })) }),
    added: true,
  },
})
