import { firm } from '../common/access.ts'
import { resourceRoutes } from '../common/resource.ts'
import { defineRoutes } from '../common/route.ts'
import { optOut } from './opt-out.resource.ts'

const made = resourceRoutes(optOut)
const { create, change, remove } = made
/** All that an opt-out says is somebody's address. */
const access = firm('form', 'personal')
const list = { ...made.list, access }
const counts = { ...made.counts, access }
const show = { ...made.show, access }

/** Who gets no marketing letters, as staff keeps them; people opt out themselves at the link of each letter. */
export const optOutRoutes = defineRoutes('console', { list, counts, create, show, change, remove })
