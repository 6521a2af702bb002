import type { CrewMember } from '@kaimai/contract/control-room/crew.routes.ts'
import type { CrewRole } from '@kaimai/contract/control-room/crew.rules.ts'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useText } from '../../lib/i18n/use-text.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { LabelledSelect } from '../../ui/field.tsx'
import { Drawer } from '../../ui/modal.tsx'
import { SkeletonList } from '../../ui/skeleton.tsx'
import { toast } from '../../ui/toast.tsx'
import { crewOf, setCrewRole } from './control-room.api.ts'
import css from './crew-drawer.module.css'
import { useControlRoom } from './use-control-room.tsx'

/** Of a member whom the role of the firm decides. */
const own = 'own'

/** Who of the firm does what in this live; set by who may change the live. */
export const CrewDrawer = ({ onClose }: { onClose: () => void }) => {
  const t = useText('control-room')
  const { liveId } = useControlRoom()
  const { data, error, refetch } = useQuery(crewOf(liveId))
  return (
    <Drawer open onClose={onClose} title={t('team.title')}>
      <p className={css.lead}>{t('team.text')}</p>
      {error !== null && data === undefined ? (
        <ErrorState title={t('team.failed')} text={error.message} onRetry={() => void refetch()} />
      ) : data === undefined ? (
        <SkeletonList rows={4} />
      ) : (
        <>
          <ul className={css.members}>
            {data.members.map((member) => (
              <Member key={member.memberId} member={member} given={data.given} />
            ))}
          </ul>
          {data.members.length === 1 && <EmptyState art="people" title={t('team.alone')} text={t('team.aloneText')} />}
        </>
      )}
    </Drawer>
  )
}

const Member = ({ member, given }: { member: CrewMember; given: readonly CrewRole[] }) => {
  const t = useText('control-room')
  const { liveId, store } = useControlRoom()
  const queries = useQueryClient()
  const { memberId, name, role, ownRole, crewRole, mayChange } = member
  const set = useMutation({
    mutationFn: (next: CrewRole | null) => setCrewRole(liveId, memberId, next),
    onSuccess: () => {
      toast.good(t('team.saved', { name }))
      store.reload()
    },
    onError: (error) => toast.bad(error.message),
    onSettled: () => queries.invalidateQueries({ queryKey: crewOf(liveId).queryKey }),
  })
  const ownWords = ownRole === null ? t('team.none') : t(`team.role.${ownRole}`)
  const held = crewRole ?? ownRole
  const heldWords =
    role === 'owner' || role === 'manager' ? t('team.all') : held === null ? t('team.none') : t(`team.roleText.${held}`)
  if (!mayChange)
    return (
      <li className={css.fixed}>
        <b className="clip">{name}</b>
        <span className="caption">{heldWords}</span>
      </li>
    )
  return (
    <li>
      <LabelledSelect
        label={name}
        description={heldWords}
        value={set.isPending ? (set.variables ?? own) : (crewRole ?? own)}
        onChange={(next) => {
          if (next !== '') set.mutate(next === own ? null : next)
        }}
        disabled={set.isPending}
        choices={[
          { value: own, label: t('team.own', { role: ownWords }) },
          ...given.map((each) => ({ value: each, label: t(`team.role.${each}`) })),
          // What somebody with more rights has given stays readable.
          ...(crewRole === null || given.includes(crewRole)
            ? []
            : [{ value: crewRole, label: t(`team.role.${crewRole}`), disabled: true }]),
        ]}
      />
    </li>
  )
}
