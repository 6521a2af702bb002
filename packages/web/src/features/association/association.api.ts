import { associationRoutes } from '@kaimai/contract/association/association.routes.ts'
import type { AssociationProgram } from '@kaimai/contract/association/association.schema.ts'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../lib/http/http.ts'

/** Where all that is known of partner links stands in the query cache. */
const associationKey = ['association'] as const

/** What holds for all partners; what is being edited must not be replaced under the hands. */
export const associationProgram = () =>
  queryOptions({
    queryKey: [...associationKey, 'program'],
    queryFn: ({ signal }) => call(associationRoutes.program, {}, { signal }),
    staleTime: 0,
    gcTime: 0,
  })

export const changeProgram = (body: AssociationProgram) => call(associationRoutes.changeProgram, { body })
