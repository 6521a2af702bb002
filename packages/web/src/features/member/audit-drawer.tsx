import type { AuditRow } from '@kaimai/contract/member/member.schema.ts'
import { useFormat, useText } from '../../lib/i18n/use-text.tsx'
import { Drawer } from '../../ui/modal.tsx'
import { sayAction, sayField, sayValue } from './audit-labels.ts'
import css from './audit.module.css'

/** One row of the log in full. */
export const AuditDrawer = ({ row, onClose }: { row: AuditRow; onClose: () => void }) => {
  const t = useText('member')
  const f = useFormat()
  const facts = [
    [t('audit.who'), row.memberId === null ? t('audit.operator') : row.actorName],
    [t('audit.time'), f.dateTime(row.createdAt)],
    [t('audit.from'), row.ip],
    [t('audit.id'), row.target],
  ].filter(([, value]) => value !== '')
  return (
    <Drawer open onClose={onClose} title={sayAction(t, row.action)}>
      {row.targetName !== '' && <p className={css.target}>{row.targetName}</p>}
      <dl className={css.facts}>
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {row.changes.length === 0 ? (
        <p className={css.none}>{t('audit.noChange')}</p>
      ) : (
        <table className={css.table}>
          <thead>
            <tr>
              <th scope="col">{t('audit.field')}</th>
              <th scope="col">{t('audit.before')}</th>
              <th scope="col">{t('audit.after')}</th>
            </tr>
          </thead>
          <tbody>
            {row.changes.map(({ field, before, after }) => (
              <tr key={field}>
                <th scope="row">{sayField(t, field)}</th>
                <td>{sayValue(t, field, before) ?? <span className={css.none}>—</span>}</td>
                <td>{sayValue(t, field, after) ?? <span className={css.none}>—</span>}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </Drawer>
  )
}
