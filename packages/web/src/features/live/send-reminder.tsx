import { sessionLetterRoutes } from '@kaimai/contract/letter/automatic-letters.routes.ts'
import type { LiveStatus } from '@kaimai/contract/live/live.rules.ts'
import { IconMail } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useText } from '../../lib/i18n/use-text.tsx'
import { call } from '../../lib/http/http.ts'
import { Button } from '../../ui/button.tsx'
import { askToConfirm } from '../../ui/confirm.tsx'
import { icon16 } from '../../ui/icon-props.ts'
import { toast } from '../../ui/toast.tsx'
import { sessionPlan } from '../letter-template/session-plan.api.tsx'

/** Which letter goes now: a reminder before the begin, that it runs while it does; none of a draft or once it is over. */
const letterOf = (status: LiveStatus): 'liveNotice' | 'liveBegins' | undefined => {
  if (status === 'scheduled' || status === 'open') return 'liveNotice'
  return status === 'live' ? 'liveBegins' : undefined
}

/** Writes to everybody who has signed up, after a question that says how many they are. */
export const SendReminder = ({
  liveId,
  status,
  signups,
}: {
  readonly liveId: string
  readonly status: LiveStatus
  readonly signups: number
}) => {
  const t = useText('live')
  const queries = useQueryClient()
  const letter = letterOf(status)
  if (letter === undefined || signups === 0) return null

  const send = async () => {
    let people = 0
    const agreed = await askToConfirm({
      title: t(`reminder.${letter}.title`),
      text: t('reminder.text', { count: signups }),
      ok: t('reminder.ok'),
      run: () =>
        call(sessionLetterRoutes[letter], { body: { liveId } }).then(
          (written) => {
            people = written.people
          },
          (error: Error) => {
            toast.bad(error.message)
            throw error
          },
        ),
    })
    if (!agreed) return
    toast.good(t('reminder.done', { count: people }))
    await queries.invalidateQueries({ queryKey: sessionPlan(liveId).queryKey })
  }

  return (
    <Button size="s" icon={<IconMail {...icon16} />} onClick={() => void send()}>
      {t(`reminder.${letter}.send`)}
    </Button>
  )
}
