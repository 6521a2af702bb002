import { touchRules } from '@kaimai/contract/association/association.rules.ts'
import { AssociationProgram } from '@kaimai/contract/association/association.schema.ts'
import { currencyLabel } from '@kaimai/contract/common/money.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useId } from 'react'
import { useSchemaForm } from '../../lib/form/use-schema-form.ts'
import { useText } from '../../lib/i18n/use-text.tsx'
import { useFirm } from '../../lib/session/use-session.tsx'
import { Button } from '../../ui/button.tsx'
import { LabelledNumber, LabelledSelect } from '../../ui/field.tsx'
import { useLabels } from '../../ui/labels.tsx'
import { LoadedDrawer } from '../../ui/loaded-drawer.tsx'
import { toast } from '../../ui/toast.tsx'
import { associationProgram, changeProgram } from './association.api.ts'

/** What holds for all partners: which click earns, and from how much a statement is paid. */
export const ProgramDrawer = ({ onClose }: { onClose: () => void }) => {
  const t = useText('association')
  const labels = useLabels()
  const formId = useId()
  const query = useQuery(associationProgram())
  const actions = (
    <>
      <Button onClick={onClose}>{labels.cancel}</Button>
      <Button kind="primary" type="submit" form={formId}>
        {t('program.save')}
      </Button>
    </>
  )
  return (
    <LoadedDrawer
      query={query}
      title={() => t('program.title')}
      loading={t('program.title')}
      width={520}
      fields={2}
      onClose={onClose}
      footer={() => actions}
    >
      {(program) => <ProgramForm id={formId} program={program} onClose={onClose} />}
    </LoadedDrawer>
  )
}

interface ProgramFormProps {
  readonly id: string
  readonly program: AssociationProgram
  readonly onClose: () => void
}

const ProgramForm = ({ id, program, onClose }: ProgramFormProps) => {
  const t = useText('association')
  const queries = useQueryClient()
  const { currency } = useFirm()
  const form = useSchemaForm({
    schema: AssociationProgram,
    initial: program,
    save: changeProgram,
    onSaved: () => {
      void queries.invalidateQueries({ queryKey: associationProgram().queryKey })
      toast.good(t('program.saved'))
      onClose()
    },
  })
  const { value: touch, onChange: chooseTouch, ...touchField } = form.field('touch')
  const { value: least, onChange: changeLeast, ...leastField } = form.field('leastPayout')
  return (
    <form id={id} className="stack-l" onSubmit={(event) => void form.submit(event)} noValidate>
      <LabelledSelect
        {...touchField}
        label={t('program.touch')}
        description={t('program.touchHint')}
        value={touch}
        onChange={(chosen) => chosen !== '' && chooseTouch(chosen)}
        choices={touchRules.map((rule) => ({ value: rule, label: t(`program.rule.${rule}`) }))}
      />
      <LabelledNumber
        {...leastField}
        label={t('program.least')}
        description={t('program.leastHint')}
        required
        prefix={`${currencyLabel(currency)}$ `}
        decimals={currency === 'TWD' ? 0 : 2}
        value={least / 100}
        onChange={(typed) => changeLeast(typed === undefined ? Number.NaN : Math.round(typed * 100))}
      />
      <p className="lead-line">{t('program.self')}</p>
      {form.failure !== undefined && (
        <p role="alert" className="failure-line">
          {form.failure}
        </p>
      )}
    </form>
  )
}
