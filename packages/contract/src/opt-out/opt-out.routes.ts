import { firm } from '../common/access.ts'
import { resourceRoutes } from '../common/resource.ts'
import { defineRoutes } from '../common/route.ts'
import { optOut } from './opt-out.resource.ts'

const { list, counts, show, ...others } = resourceRoutes(optOut)
/** All that an opt-out says is somebody's address. */
const access = firm('form', 'personal')

/** Who gets no marketing letters, as staff keeps them; people opt out themselves at the link of each letter. */
export const optOutRoutes = defineRoutes('console', {
  ...others,
  list: { ...list, access },
  counts: { ...counts, access },
  show: { ...show, access },
})
