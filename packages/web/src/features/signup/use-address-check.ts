import { CustomUrl } from '@kaimai/contract/common/fields.ts'
import { formatErrorText } from '@kaimai/contract/common/error-text.ts'
import { signupErrors } from '@kaimai/contract/signup/signup.errors.ts'
import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useLanguage, useText } from '../../lib/i18n/use-text.tsx'
import { customUrlState } from './signup.api.ts'

const settleMs = 350

/** Says while an address is typed whether the form (`id`, if it is saved) may have it. */
export const useAddressCheck = (typed: string, id: string | undefined): { good?: string; error?: string } => {
  const t = useText('signup')
  const language = useLanguage()
  const [settled] = useDebouncedValue(typed, settleMs)
  const url = CustomUrl.safeParse(settled)
  const state = useQuery({ ...customUrlState(url.data ?? '', id), enabled: url.success }).data?.state
  if (typed.trim() === '' || settled !== typed) return {}
  if (!url.success || state === 'wrong') return { error: formatErrorText(signupErrors.urlFormat, language) }
  if (state === 'taken') return { error: formatErrorText(signupErrors.urlTaken, language) }
  return state === 'free' ? { good: t('form.urlFree') } : {}
}
