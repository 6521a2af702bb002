import { editableContents } from '@kaimai/contract/letter-template/letter-template.rules.ts'
import type { LetterTemplate } from '@kaimai/contract/letter-template/letter-template.resource.ts'
import { letterTemplateLimits } from '@kaimai/contract/letter-template/letter-template.schema.ts'
import { letterTypes } from '@kaimai/contract/letter/letter.rules.ts'
import { useQuery } from '@tanstack/react-query'
import { useParams, useSearchParams } from 'react-router'
import { useText } from '../../lib/i18n/use-text.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { FormWithPreview } from '../../ui/form-section.tsx'
import { SkeletonForm } from '../../ui/skeleton.tsx'
import { letterTypeText } from '../letter/letter-labels.ts'
import { builtInTexts, type TemplateFields, templateShown } from './letter-template.api.ts'
import { LetterTemplateForm } from './letter-template-form.tsx'
import { emptyContents } from './template-values.ts'

const Waiting = ({ error, onRetry }: { error: Error | null; onRetry: () => void }) => (
  <FormWithPreview>
    {error ? <ErrorState title={error.message} onRetry={onRetry} /> : <SkeletonForm fields={5} />}
  </FormWithPreview>
)

const fieldsOf = ({ letterTemplateName, letterTemplateType, contents }: LetterTemplate): TemplateFields => ({
  letterTemplateName,
  letterTemplateType,
  contents: editableContents(letterTemplateType, contents),
})

/** A new template: empty, a copy of another (`?from=`), or of a built-in text (`?builtIn=`). */
export const LetterTemplateNewPage = () => {
  const [search] = useSearchParams()
  const from = search.get('from')
  const builtIn = search.get('builtIn')
  if (from !== null) return <Copy key={from} id={from} />
  if (builtIn !== null) return <CopyOfBuiltIn key={builtIn} type={Number(builtIn)} />
  const start = {
    letterTemplateName: '',
    letterTemplateType: letterTypes.signupComplete,
    contents: emptyContents(letterTypes.signupComplete),
  }
  return <LetterTemplateForm template={undefined} start={start} />
}

const useCopyName = () => {
  const t = useText('letter-template')
  return (name: string) => t('form.copyOf', { name }).slice(0, letterTemplateLimits.name)
}

const Copy = ({ id }: { id: string }) => {
  const copyName = useCopyName()
  const { data, error, refetch } = useQuery(templateShown(id))
  if (!data) return <Waiting error={error} onRetry={() => void refetch()} />
  const start = fieldsOf(data)
  return (
    <LetterTemplateForm
      template={undefined}
      start={{ ...start, letterTemplateName: copyName(start.letterTemplateName) }}
    />
  )
}

const CopyOfBuiltIn = ({ type }: { type: number }) => {
  const copyName = useCopyName()
  const letterText = useText('letter')
  const { data, error, refetch } = useQuery(builtInTexts)
  if (!data) return <Waiting error={error} onRetry={() => void refetch()} />
  const found = data.find(({ letterTemplateType }) => letterTemplateType === type)
  const start = {
    letterTemplateName: copyName(letterTypeText(letterText, type)),
    letterTemplateType: found ? type : letterTypes.signupComplete,
    contents: found ? editableContents(type, found.contents) : emptyContents(letterTypes.signupComplete),
  }
  return <LetterTemplateForm template={undefined} start={start} />
}

export const LetterTemplateEditPage = () => {
  const { letterTemplateId = '' } = useParams()
  return <Known key={letterTemplateId} id={letterTemplateId} />
}

const Known = ({ id }: { id: string }) => {
  const { data, error, refetch } = useQuery(templateShown(id))
  if (!data) return <Waiting error={error} onRetry={() => void refetch()} />
  return <LetterTemplateForm template={data} start={fieldsOf(data)} />
}
