import { associationRoutes } from '@kaimai/contract/association/association.routes.ts'
import { ownLinkRoutes } from '@kaimai/contract/association/own-link.routes.ts'
import { actorOf } from '../../platform/audit/audit.ts'
import { bind } from '../../platform/http/bind.ts'
import type { AssociationService } from './association.service.ts'

export const associationPlugin = (associations: AssociationService) => [
  ...bind(associationRoutes, {
    ...associations.handlers,
    program: ({ firm }) => associations.program(firm.id),
    changeProgram: ({ firm, body, ip }) => associations.changeProgram(firm.id, body, actorOf(firm, ip)),
  }),
  ...bind(ownLinkRoutes, { list: ({ partner }) => associations.ownLinks(partner) }),
]
