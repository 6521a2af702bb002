import type { ErrorName } from './error.ts'
import type { Route, RouteSpec } from './route.ts'

/** Any call may be malformed, meet a busy system or a bug. */
const ofAll: readonly ErrorName[] = ['invalid', 'busy', 'internal']

/** What the check of who calls answers, before the handler is asked. */
const byAccess: Readonly<Record<RouteSpec['access']['kind'], readonly ErrorName[]>> = {
  public: [],
  gateway: [],
  firm: ['sessionExpired', 'sessionReplaced'],
  viewer: ['forbidden', 'notFound'],
  order: ['notFound'],
  grant: ['forbidden'],
  partner: ['signedOut'],
}

/** A call that sends something may send too much of it, or meet a full disk. */
const ofWrites: readonly ErrorName[] = ['tooLarge', 'diskFull']

const notThere = ({ method }: Route): ErrorName => (method === 'GET' ? 'notFound' : 'noData')

/**
 * Every error that a route can answer: those of the gates before it, which follow from its declaration, and those that
 * it declares itself. The API docs list them, and tests refuse any other answer.
 */
export const errorsOf = (route: Route): readonly ErrorName[] => [
  ...new Set<ErrorName>([
    ...ofAll,
    ...byAccess[route.access.kind],
    ...(route.access.kind === 'firm' && route.access.resource !== undefined ? (['forbidden'] as const) : []),
    // What is not the firm's answers as what is not there: to look at it is another page than to act on it.
    ...(route.access.kind === 'firm' && route.path.includes(':') ? [notThere(route)] : []),
    ...(route.method === 'GET' ? [] : ofWrites),
    // A key that was used for another call.
    ...(route.idempotency === undefined ? [] : (['conflict'] as const)),
    ...(route.errors ?? []),
  ]),
]
