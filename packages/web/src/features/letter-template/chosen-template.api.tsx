import { editableContents } from '@kaimai/contract/letter-template/letter-template.rules.ts'
import { useQuery } from '@tanstack/react-query'
import { useLanguage } from '../../lib/i18n/use-text.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { SkeletonForm } from '../../ui/skeleton.tsx'
import { templateShown } from './letter-template.api.ts'
import { TemplatePreview } from './template-preview.tsx'

/** The letter of a template that was chosen, as one recipient would get it, and a test to oneself. */
export const ChosenTemplatePreview = ({ letterTemplateId }: { letterTemplateId: string }) => {
  const language = useLanguage()
  const { data, error, refetch } = useQuery(templateShown(letterTemplateId))
  if (error) return <ErrorState title={error.message} onRetry={() => void refetch()} />
  if (!data) return <SkeletonForm fields={3} />
  const { letterTemplateType, contents } = data
  return (
    <TemplatePreview
      letter={{ letterTemplateType, contents: editableContents(letterTemplateType, contents), language }}
    />
  )
}
