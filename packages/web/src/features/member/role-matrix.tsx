import { type Resource, resources, type Role } from '@kaimai/contract/common/access.ts'
import type { RoleShown } from '@kaimai/contract/member/member.schema.ts'
import { useMediaQuery } from '@mantine/hooks'
import { IconCheck, IconEye, IconMinus } from '@tabler/icons-react'
import { useState } from 'react'
import { useText } from '../../lib/i18n/use-text.tsx'
import { LabelledSelect } from '../../ui/field.tsx'
import { icon16 } from '../../ui/icon-props.ts'
import css from './members.module.css'

const icons = { none: IconMinus, read: IconEye, write: IconCheck } as const
/** Of these there is nothing to change. */
const readOnly: readonly Resource[] = ['dashboard', 'crm']
/** Of these, phones, e-mails and addresses are a level of their own. */
const withPersonal: readonly Resource[] = ['room', 'form', 'order']

const LevelText = ({ role, resource }: { role: RoleShown; resource: Resource }) => {
  const t = useText('member')
  const levels = role.grants.find((grant) => grant.resource === resource)?.levels ?? []
  const isRead = readOnly.includes(resource)
  const level = levels.includes('write') && !isRead ? 'write' : levels.includes('read') ? 'read' : 'none'
  const Icon = icons[level]
  return (
    <span>
      <span className={css.level} data-level={level}>
        <Icon {...icon16} />
        {t(level === 'read' && isRead ? 'matrix.level.seen' : `matrix.level.${level}`)}
      </span>
      {levels.includes('personal') && withPersonal.includes(resource) && (
        <span className={css.personal}>{t('matrix.personal')}</span>
      )}
    </span>
  )
}

/** What each role sees and may change, from the policy in force. */
export const RoleMatrix = ({ roles }: { roles: readonly RoleShown[] }) => {
  const t = useText('member')
  const narrow = useMediaQuery('(max-width: 900px)', undefined, { getInitialValueInEffect: false })
  const [chosen, setChosen] = useState<Role>('host')
  const shown = roles.find(({ role }) => role === chosen)
  return (
    <section className={css.block}>
      <h3>{t('matrix.title')}</h3>
      <p className="lead-line">{t('matrix.lead')}</p>
      {narrow ? (
        <>
          <div className={css.pick}>
            <LabelledSelect<Role>
              label={t('matrix.choose')}
              value={chosen}
              onChange={(role) => role !== '' && setChosen(role)}
              choices={roles.map(({ role }) => ({ value: role, label: t(`role.${role}`) }))}
            />
          </div>
          {shown && (
            <ul className={css.areas}>
              {resources.map((resource) => (
                <li key={resource}>
                  <span>{t(`matrix.resource.${resource}`)}</span>
                  <LevelText role={shown} resource={resource} />
                </li>
              ))}
            </ul>
          )}
        </>
      ) : (
        <div className={css.scroll}>
          <table className={css.matrix}>
            <thead>
              <tr>
                <th scope="col">{t('matrix.area')}</th>
                {roles.map(({ role }) => (
                  <th key={role} scope="col">
                    {t(`role.${role}`)}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {resources.map((resource) => (
                <tr key={resource}>
                  <th scope="row">{t(`matrix.resource.${resource}`)}</th>
                  {roles.map((role) => (
                    <td key={role.role}>
                      <LevelText role={role} resource={resource} />
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </section>
  )
}
