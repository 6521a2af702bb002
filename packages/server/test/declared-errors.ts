import { allRoutes } from '@kaimai/contract/all-routes.ts'
import { errorNameOf } from '@kaimai/contract/common/error.ts'
import { pathOf } from '@kaimai/contract/common/route.ts'
import { errorsOf } from '@kaimai/contract/common/route-errors.ts'
import { z } from 'zod'

const routes = Object.entries(allRoutes)
  .map(([name, route]) => ({
    name,
    route,
    pattern: new RegExp(`^${pathOf(route).replaceAll('.', '\\.').replace(/:\w+/g, '[^/]+')}$`),
  }))
  // A path without parameters is nearer than one with: /live/search before /live/:id.
  .toSorted((one, other) => pathOf(one.route).split(':').length - pathOf(other.route).split(':').length)

const ErrorAnswer = z.object({ error: z.object({ code: z.number() }) })

/** Throws for an answered error that its route does not declare: the API docs would not list it. */
export const expectDeclared = (method: string, url: string, body: unknown): void => {
  const answer = ErrorAnswer.safeParse(body)
  if (!answer.success) return
  const path = url.split('?')[0] ?? ''
  const found = routes.find((each) => each.route.method === method && each.pattern.test(path))
  if (found === undefined) return
  const error = errorNameOf(answer.data.error.code)
  if (!errorsOf(found.route).includes(error))
    throw new Error(`${found.name} answered ${error}, which its route does not list among its errors`)
}
