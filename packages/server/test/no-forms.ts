import { fail } from '@kaimai/contract/common/error.ts'
import type { PaidSignUps } from '../src/modules/signup/paid-signup.service.ts'

const notThere = () => Promise.reject(fail('notFound'))

/** A shop without paid forms: orders hold no places. */
export const noForms: PaidSignUps = {
  form: notThere,
  findMany: async () => [],
  read: notThere,
  hold: notThere,
  announceAgain: async () => {},
  isWorthPaying: async () => true,
  keep: async () => true,
  takeAgain: async () => false,
  releaseSeats: async () => {},
  rivals: async () => [],
  hasSignedUp: async () => false,
  seat: async () => false,
  sessionsOf: async () => [],
  ordersOfPeople: async () => new Map(),
  personOf: async () => undefined,
}
