import { z } from 'zod'
import { firm } from '../common/access.ts'
import { Line } from '../common/fields.ts'
import { resourceRoutes } from '../common/resource.ts'
import { resourceSheetRoutes } from '../common/resource-sheet.ts'
import { defineRoutes } from '../common/route.ts'
import { optOut } from './opt-out.resource.ts'

/** Characters of a reason. */
export const removalReasonLength = 200
/** Why somebody gets marketing again. */
export const OptOutRemoval = z.object({ reason: Line(removalReasonLength) })

const made = resourceRoutes(optOut)
const { create, change } = made
/** All that an opt-out says is somebody's address. */
const personal = { access: firm('form', 'personal') }
const list = { ...made.list, ...personal }
const counts = { ...made.counts, ...personal }
const show = { ...made.show, ...personal }
const remove = {
  ...made.remove,
  summary: 'Takes an address off the list of opt-outs: it gets marketing again. The reason stands in the audit log.',
  body: OptOutRemoval,
}

/** Who gets no marketing letters, as staff keeps them; people opt out themselves at the link of each letter. */
export const optOutRoutes = defineRoutes('console', { list, counts, create, show, change, remove })

const sheet = resourceSheetRoutes(optOut)
/** The same out as a file, and in from one. */
export const optOutSheetRoutes = defineRoutes('console', {
  ...sheet,
  export: { ...sheet.export, access: firm('form', 'personal') },
})
