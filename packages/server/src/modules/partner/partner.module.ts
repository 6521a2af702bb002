import { createPartnerService } from './partner.service.ts'
import { createPartnerSessions, type PartnerSessionsDeps } from './partner-session.service.ts'
import { createPartnerStore } from './partner.store.ts'

export interface PartnerModuleDeps extends Omit<PartnerSessionsDeps, 'store'> {
  /** Published forms, the newest first; paths are below the audience's origin. */
  readonly forms: (firmId: string) => Promise<{ id: string; title: string; path: string }[]>
}

/** Who promotes a firm: their records and their own logins. */
export const createPartnerModule = ({ forms, ...deps }: PartnerModuleDeps) => {
  const store = createPartnerStore(deps.platform.db)
  return {
    partners: createPartnerService({ ...deps, store }),
    partnerSessions: createPartnerSessions({ ...deps, store }),
    partnerForms: forms,
  }
}
export type PartnerModule = ReturnType<typeof createPartnerModule>
