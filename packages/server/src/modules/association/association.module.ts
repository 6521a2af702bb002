import { type AssociationServiceDeps, createAssociationService } from './association.service.ts'
import { createAssociationStore } from './association.store.ts'

/** Links of partners, and who earns by them. */
export const createAssociationModule = (deps: Omit<AssociationServiceDeps, 'store'>) =>
  createAssociationService({ ...deps, store: createAssociationStore(deps.platform.db) })
