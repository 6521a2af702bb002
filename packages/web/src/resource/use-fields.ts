import type { AnyResource } from '@kaimai/contract/common/resource.ts'
import { useFormat, useLanguage, useText } from '../lib/i18n/use-text.tsx'
import { useFirm } from '../lib/session/use-session.tsx'
import type { FieldContext } from './field-input.tsx'

/** Whose clock the console shows. */
const timeZone = 'Asia/Taipei'

/** What fields are called, and what their inputs and cells need to know. */
export const useFields = (resource: AnyResource) => {
  const t = useText('app')
  const language = useLanguage()
  const format = useFormat()
  const { currency } = useFirm()
  const context: FieldContext = { language, format, currency, timeZone, yes: t('merge.yes'), no: t('merge.no') }
  const titles: Readonly<Record<string, { readonly [L in typeof language]: string } | undefined>> = {
    createdAt: { 'zh-TW': '建立時間', en: 'Created' },
    ...resource.titles,
  }
  return { context, titleOf: (name: string): string => titles[name]?.[language] ?? name }
}
