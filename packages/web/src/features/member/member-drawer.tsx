import type { Member, RoleShown } from '@kaimai/contract/member/member.schema.ts'
import { useQueryClient } from '@tanstack/react-query'
import { IconUserMinus } from '@tabler/icons-react'
import { clsx } from 'clsx'
import { useState } from 'react'
import { CallError } from '../../lib/http/call-error.ts'
import { useFormat, useText } from '../../lib/i18n/use-text.tsx'
import { useSessionActions } from '../../lib/session/use-session.tsx'
import { Button } from '../../ui/button.tsx'
import { TwoLines } from '../../ui/figure.tsx'
import { icon16 } from '../../ui/icon-props.ts'
import { Drawer } from '../../ui/modal.tsx'
import { Avatar } from '../../ui/thumb.tsx'
import { toast } from '../../ui/toast.tsx'
import { changeMember, memberKey } from './member.api.ts'
import { ExtraFields, noExtra } from './extra-fields.tsx'
import css from './members.module.css'
import { RoleChoice } from './role-choice.tsx'

export interface MemberDrawerProps {
  readonly member: Member
  readonly roles: readonly RoleShown[]
  readonly mayChange: boolean
  /** The caller may write members, yet not this one. */
  readonly ownerOnly: boolean
  readonly onRemove: (() => void) | undefined
  readonly onClose: () => void
}

/** One member: role, what is set for it alone, and the way out. */
export const MemberDrawer = ({ member, roles, mayChange, ownerOnly, onRemove, onClose }: MemberDrawerProps) => {
  const t = useText('member')
  const f = useFormat()
  const queries = useQueryClient()
  const session = useSessionActions()
  const [role, setRole] = useState(member.role)
  const [extra, setExtra] = useState(member.extra)
  const [saving, setSaving] = useState(false)
  const [failure, setFailure] = useState<string>()
  const dirty = role !== member.role || JSON.stringify(extra) !== JSON.stringify(member.extra)

  const save = async () => {
    setSaving(true)
    setFailure(undefined)
    try {
      await changeMember(member.id, { role, extra: role === 'owner' ? noExtra : extra })
      await queries.invalidateQueries({ queryKey: memberKey })
      if (member.isMe) await session.refresh()
      toast.good(t('drawer.saved', { name: member.userName }))
      onClose()
    } catch (error) {
      if (!(error instanceof CallError)) throw error
      if (!error.handled) setFailure(error.message)
    } finally {
      setSaving(false)
    }
  }

  return (
    <Drawer
      open
      onClose={onClose}
      title={t('drawer.title')}
      footer={
        mayChange ? (
          <>
            <Button onClick={onClose}>{t('action.cancel')}</Button>
            <Button kind="primary" disabled={!dirty} busy={saving} onClick={() => void save()}>
              {t('action.save')}
            </Button>
          </>
        ) : undefined
      }
    >
      <div className="stack-l">
        <div className={clsx('row', css.head)}>
          <Avatar name={member.userName} size={48} />
          <TwoLines sub={<span>{`${member.account}・${member.userEmail}`}</span>}>
            <b>{member.userName}</b>
          </TwoLines>
        </div>
        <p className="caption">
          {t('drawer.since', { date: f.date(member.createdAt) })}・
          {member.lastLoginAt === null ? t('never') : t('drawer.last', { date: f.near(member.lastLoginAt) })}
        </p>
        {!mayChange && <p className={css.note}>{t(ownerOnly ? 'drawer.ownerOnly' : 'drawer.onlyRead')}</p>}
        <div className={clsx('stack-m', css.group)}>
          <h3>{t('drawer.role')}</h3>
          <RoleChoice
            value={role}
            given={roles}
            disabled={!mayChange}
            onChange={(next) => {
              setRole(next)
              setExtra(next === member.role ? member.extra : noExtra)
            }}
          />
        </div>
        <div className={clsx('stack-m', css.group)}>
          <h3>{t('drawer.extra')}</h3>
          <p>{t('drawer.extraText')}</p>
          <ExtraFields role={role} value={extra} given={roles} disabled={!mayChange} onChange={setExtra} />
        </div>
        {failure !== undefined && (
          <p className={css.error} role="alert">
            {failure}
          </p>
        )}
        {mayChange && onRemove && (
          <div>
            <Button
              kind="danger"
              icon={<IconUserMinus {...icon16} />}
              onClick={() => {
                onClose()
                onRemove()
              }}
            >
              {t('action.remove')}
            </Button>
          </div>
        )}
      </div>
    </Drawer>
  )
}
