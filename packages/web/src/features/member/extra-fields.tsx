import type { Role } from '@kaimai/contract/common/access.ts'
import type { Member, RoleShown } from '@kaimai/contract/member/member.schema.ts'
import { useText } from '../../lib/i18n/use-text.tsx'
import { LabelledSelect } from '../../ui/field.tsx'
import css from './members.module.css'

export type Extra = Member['extra']

export const noExtra: Extra = { bombmyLive: null, bombmySignup: null, bombmySetting: null }

const figures = ['bombmyLive', 'bombmySignup', 'bombmySetting'] as const
const levels = [0, 1, 2] as const
type Word = 'role' | '0' | '1' | '2'

const wordOf = (figure: 0 | 1 | 2 | null): Word => (figure === null ? 'role' : (String(figure) as Word))
const figureOf = (word: Word | ''): 0 | 1 | 2 | null => levels.find((level) => String(level) === word) ?? null

/** What is set for one member beyond the role. */
export const ExtraFields = ({
  role,
  value,
  onChange,
  given,
  disabled = false,
}: {
  role: Role
  value: Extra
  onChange: (extra: Extra) => void
  given: readonly RoleShown[]
  disabled?: boolean
}) => {
  const t = useText('member')
  const authority = given.find((each) => each.role === role)?.authority
  if (role === 'owner') return <p className={css.note}>{t('drawer.ownerText')}</p>
  return (
    <>
      {figures.map((figure) => (
        <LabelledSelect<Word>
          key={figure}
          label={t(`figure.${figure}`)}
          value={wordOf(value[figure])}
          disabled={disabled}
          onChange={(word) => onChange({ ...value, [figure]: figureOf(word) })}
          choices={[
            { value: 'role', label: t('figure.asRole', { level: t(`figure.${authority?.[figure] ?? 0}`) }) },
            ...levels.map((level) => ({ value: String(level) as Word, label: t(`figure.${level}`) })),
          ]}
        />
      ))}
    </>
  )
}
