import type { Level, Resource, Role } from '@kaimai/contract/common/access.ts'

export interface AccessTables {
  policy: { role: Role; resource: Resource; level: Level }
}
