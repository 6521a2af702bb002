import type { AuditRow } from '@kaimai/contract/member/member.schema.ts'
import { useFormat, useText } from '../../lib/i18n/use-text.tsx'
import { Fact, Facts } from '../../ui/details.tsx'
import { Drawer } from '../../ui/modal.tsx'
import { changedParts } from './audit-changes.ts'
import { sayAction, sayPath, sayValue } from './audit-labels.ts'
import css from './audit.module.css'

/** One row of the log in full. */
export const AuditDrawer = ({ row, onClose }: { row: AuditRow; onClose: () => void }) => {
  const t = useText('member')
  const f = useFormat()
  const facts = (
    [
      [t('audit.who'), row.memberId === null ? t('audit.operator') : row.actorName],
      [t('audit.time'), f.dateTime(row.createdAt)],
      [t('audit.from'), row.ip],
      [t('audit.id'), row.target],
    ] as const
  ).filter(([, value]) => value !== '')
  return (
    <Drawer open onClose={onClose} title={sayAction(t, row.action)}>
      {row.targetName !== '' && <p className={css.target}>{row.targetName}</p>}
      <div className={css.facts}>
        <Facts>
          {facts.map(([name, value]) => (
            <Fact key={name} label={name}>
              {value}
            </Fact>
          ))}
        </Facts>
      </div>
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
            {row.changes.flatMap(changedParts).map(({ path, before, after }) => (
              <tr key={path.join('/')}>
                <th scope="row">{sayPath(t, path)}</th>
                <td>{sayValue(t, path.at(-1) ?? '', before) ?? <span className={css.none}>—</span>}</td>
                <td>{sayValue(t, path.at(-1) ?? '', after) ?? <span className={css.none}>—</span>}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </Drawer>
  )
}
