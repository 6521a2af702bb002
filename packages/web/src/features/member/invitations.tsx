import type { Invitation } from '@kaimai/contract/member/member.schema.ts'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { IconDots, IconMail, IconMailX, IconRefresh } from '@tabler/icons-react'
import { isCallError } from '../../lib/http/call-error.ts'
import { useFormat, useText } from '../../lib/i18n/use-text.tsx'
import { IconButton } from '../../ui/button.tsx'
import { askToConfirm } from '../../ui/confirm.tsx'
import { DropdownMenu } from '../../ui/dropdown-menu.tsx'
import { TwoLines } from '../../ui/figure.tsx'
import { icon16 } from '../../ui/icon-props.ts'
import { useLabels } from '../../ui/labels.tsx'
import { StatusChip } from '../../ui/status-chip.tsx'
import { toast } from '../../ui/toast.tsx'
import { invitationList, memberKey, resendInvitation, withdrawInvitation } from './member.api.ts'
import css from './members.module.css'

/** Invitations that nobody has accepted yet; nothing when there are none. */
export const Invitations = ({ mayWrite }: { mayWrite: boolean }) => {
  const t = useText('member')
  const f = useFormat()
  const labels = useLabels()
  const queries = useQueryClient()
  const { data = [] } = useQuery(invitationList())
  const reported = (text: string) => async () => {
    await queries.invalidateQueries({ queryKey: [...memberKey, 'invitation'] })
    toast.good(text)
  }
  const failed = (error: Error) => {
    if (!isCallError(error) || !error.handled) toast.bad(error.message)
  }
  const resend = useMutation({
    mutationFn: ({ id }: Invitation) => resendInvitation(id),
    meta: { ownErrors: true },
    onSuccess: (_, { email }) => reported(t('pending.resent', { email }))(),
    onError: failed,
  })
  const withdraw = useMutation({
    mutationFn: ({ id }: Invitation) => withdrawInvitation(id),
    meta: { ownErrors: true },
    onSuccess: (_, { email }) => reported(t('pending.withdrawn', { email }))(),
    onError: failed,
  })
  const ask = (invitation: Invitation) =>
    askToConfirm({
      title: t('pending.withdrawTitle', { email: invitation.email }),
      text: t('pending.withdrawText'),
      ok: t('action.withdraw'),
      danger: true,
      run: () => withdraw.mutateAsync(invitation).catch(() => undefined),
    })
  if (data.length === 0) return null
  return (
    <section className={css.block}>
      <h3>{t('pending.title')}</h3>
      <ul className={css.rows} aria-label={t('pending.label')}>
        {data.map((invitation) => (
          <li key={invitation.id}>
            <span className={css.glyph}>
              <IconMail {...icon16} aria-hidden="true" />
            </span>
            <TwoLines
              sub={`${t(`role.${invitation.role}`)}・${t('pending.by', {
                name: invitation.invitedBy,
                date: f.near(invitation.createdAt),
              })}`}
            >
              <span>{invitation.email}</span>
            </TwoLines>
            <TwoLines
              sub={invitation.isExpired ? undefined : t('pending.until', { date: f.day(invitation.expiresAt) })}
            >
              <StatusChip colour={invitation.isExpired ? 'yellow' : 'blue'}>
                {t(invitation.isExpired ? 'pending.expired' : 'pending.open')}
              </StatusChip>
            </TwoLines>
            {mayWrite ? (
              <DropdownMenu
                items={[
                  {
                    label: t('action.resend'),
                    icon: <IconRefresh {...icon16} />,
                    run: () => resend.mutate(invitation),
                  },
                  'line',
                  {
                    label: t('action.withdraw'),
                    icon: <IconMailX {...icon16} />,
                    danger: true,
                    run: () => void ask(invitation),
                  },
                ]}
                renderTrigger={(trigger) => (
                  <IconButton
                    {...trigger}
                    onClick={trigger.onClick}
                    label={labels.pair(labels.more, invitation.email)}
                    icon={<IconDots {...icon16} />}
                  />
                )}
              />
            ) : (
              <span />
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}
