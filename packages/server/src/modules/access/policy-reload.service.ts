import { accessErrors } from '@kaimai/contract/access/access.errors.ts'
import { policyAction } from '@kaimai/contract/access/access.routes.ts'
import { fail } from '@kaimai/contract/common/error.ts'
import type { Actor } from '../../platform/audit/audit.ts'
import type { Grants } from '../../platform/grants.ts'
import type { GrantCaller } from '../../platform/http/caller.ts'
import type { Platform } from '../../platform/platform.ts'
import type { UsedGrants } from '../../platform/used-grants.ts'
import type { AccessService } from './access.service.ts'

export interface PolicyReloadDeps {
  readonly platform: Pick<Platform, 'db' | 'audit' | 'log'>
  readonly access: Pick<AccessService, 'bump' | 'announce'>
  readonly grants: Grants
  readonly usedGrants: UsedGrants
}

/** The policy, read again by way of the purchase service: it trusts a grant that the console has signed. */
export const createPolicyReload = ({ platform, access, grants, usedGrants }: PolicyReloadDeps) => {
  const { db, audit, log } = platform
  return {
    /** For a member who may change the members' rights; the route has asked. */
    grant: ({ firmId, memberId, actorName: userName }: Actor): { grant: string; expiresAt: string } => {
      const userId = memberId ?? ''
      const signed = grants.sign({ firmId, userId, userName, action: policyAction, resource: firmId, amount: 0 })
      return { grant: signed.grant, expiresAt: signed.expiresAt.toISOString() }
    },

    /**
     * Answers the version that the policy has from now on. Throws `forbidden` for a grant of another firm than the call
     * names, `conflict` for one that was used.
     */
    reload: (granted: GrantCaller, firmId: string, ip: string): Promise<number> => {
      const { id: grant, userId, userName, resource, amount } = granted
      if (granted.firmId !== firmId || resource !== firmId || amount !== 0) {
        log.warn({ grant, firmId, of: granted.firmId, userId }, 'a grant was refused: it is of another firm')
        throw fail('forbidden')
      }
      return db.transaction(async (tx) => {
        if (!(await usedGrants.use(tx, granted))) {
          log.warn({ grant, firmId, userId }, 'a grant was refused: it was used before')
          throw fail('conflict', { reason: accessErrors.policyGrantUsed })
        }
        const version = await access.bump(tx)
        const by: Actor = { firmId, memberId: userId, actorName: userName, ip }
        await audit.record(tx, by, 'access.reload', firmId, { version })
        tx.afterCommit(access.announce)
        return version
      })
    },
  }
}
export type PolicyReload = ReturnType<typeof createPolicyReload>
