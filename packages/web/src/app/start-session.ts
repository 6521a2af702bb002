import type { Session } from '../lib/session/session.ts'
import { toast } from '../ui/toast.tsx'

/** Starts the session for a kind of route and says what went wrong with it. */
export const startSession = async (session: Session, access: 'auth' | 'public'): Promise<void> => {
  const outcome = await session.start(access)
  if (outcome.kind === 'toLogin' && outcome.message !== undefined) toast.bad(outcome.message, { id: 'start' })
}
