import { sessionLetterRoutes } from '@kaimai/contract/letter/automatic-letters.routes.ts'
import { actorOf } from '../../platform/audit/audit.ts'
import { bind } from '../../platform/http/bind.ts'
import type { SessionLetters } from './session-letters.service.ts'

export const sessionLettersPlugin = (letters: SessionLetters) =>
  bind(sessionLetterRoutes, {
    plan: ({ firm, query }) => letters.plan(firm.id, query.liveId),
    liveNotice: ({ firm, body, ip }) => letters.liveNotice(firm.id, body.liveId, actorOf(firm, ip)),
    liveBegins: ({ firm, body, ip }) => letters.liveBegins(firm.id, body.liveId, actorOf(firm, ip)),
    signupComplete: ({ firm, body, ip }) => letters.signupComplete(firm.id, body.signupId, actorOf(firm, ip)),
    signupNotice: ({ firm, body, ip }) => letters.signupNotice(firm.id, body.signupId, actorOf(firm, ip)),
  })
