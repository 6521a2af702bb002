import { setTimeout as sleep } from 'node:timers/promises'
import { fail } from '@kaimai/contract/common/error.ts'
import type { LimitRule, Limits } from './limits.ts'

const windowMs = 15 * 60_000

/** Wrong passwords in a quarter of an hour. A right password takes its own count back. */
const rules = {
  /** On a device that its person has logged in on before; nobody else's count. */
  knownDevice: { limit: 10, windowMs },
  /** At one account from one network, on devices that nobody knows. */
  accountFromNetwork: { limit: 10, windowMs },
  /** From one network at all accounts: offices and mobile networks share an address. */
  network: { limit: 100, windowMs },
  /** At one account from everywhere: beyond it an unknown device isn't refused, it waits for its answer. */
  account: { limit: 30, windowMs },
} as const

/** How long an unknown device waits for its answer at an account that is being tried from everywhere. */
const slowMs = 1_500
/** Logins of one process that may wait so at once; the next ones are refused. */
const maxWaiting = 200

export interface LoginTry {
  readonly account: string
  readonly network: string
  /** The account's own device; undefined: nobody has logged in to it there before. */
  readonly knownDevice: string | undefined
}

/**
 * How often passwords may be tried. A device that has logged in before has a count of its own, so that strangers who
 * try an account never shut its owner out; an account that doesn't exist answers like any other. `name` tells counts of
 * one kind of account from those of another.
 */
export const createLoginLimit = (limits: Limits, name: string) => {
  let waiting = 0

  const take = async (key: string, rule: LimitRule): Promise<void> => {
    const taken = await limits.take(key, rule)
    if (!taken.ok) throw fail('tooManyRequests', { details: { retryAfterMs: taken.retryAfterMs } })
  }

  const slowDown = async (): Promise<void> => {
    if (waiting >= maxWaiting) throw fail('tooManyRequests', { details: { retryAfterMs: slowMs } })
    waiting += 1
    await sleep(slowMs).finally(() => {
      waiting -= 1
    })
  }

  return {
    /** Counts a try, before the password is looked at; `forgive` after it was right. Throws `tooManyRequests`. */
    admit: async ({ account, network, knownDevice }: LoginTry): Promise<{ forgive: () => Promise<void> }> => {
      if (knownDevice !== undefined) {
        const own = `${name} known device ${knownDevice}`
        await take(own, rules.knownDevice)
        return { forgive: () => limits.reset(own) }
      }
      const fromNetwork = `${name} ${network} ${account}`
      await take(`${name} ${network}`, rules.network)
      await take(fromNetwork, rules.accountFromNetwork)
      const { ok } = await limits.take(`${name} ${account}`, rules.account)
      if (!ok) await slowDown()
      return { forgive: () => limits.reset(fromNetwork) }
    },
  }
}
export type LoginLimit = ReturnType<typeof createLoginLimit>
