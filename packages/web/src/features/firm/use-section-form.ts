import type { FirmSetting, FirmSettingChange } from '@kaimai/contract/firm/firm.schema.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import type { z } from 'zod'
import { useSchemaForm } from '../../lib/form/use-schema-form.ts'
import { useText } from '../../lib/i18n/use-text.tsx'
import { useFirm, useSessionActions } from '../../lib/session/use-session.tsx'
import { toast } from '../../ui/toast.tsx'
import { changeSetting, firmKey, firmSetting } from './firm.api.ts'

/** The fields that differ from where the form began: all that is sent. */
export const changedOnly = <T extends object>(before: T, after: T): Partial<T> =>
  Object.fromEntries(
    Object.entries(after).filter(([name, value]) => JSON.stringify(before[name as keyof T]) !== JSON.stringify(value)),
  ) as Partial<T>

export interface SectionFormOptions<S extends z.ZodType<object, object>> {
  readonly schema: S
  /** The section's fields of what the server answers. */
  readonly pick: (setting: FirmSetting) => z.input<S>
  readonly setting: FirmSetting
  /** Done before what has changed is sent; throws CallError with the field. */
  readonly prepare?: (values: z.input<S>) => Promise<void>
}

/** One section: sends only what was changed, and shows what the server then answers everywhere. */
export const useSectionForm = <S extends z.ZodType<object, object>>(options: SectionFormOptions<S>) => {
  const { schema, pick, setting, prepare } = options
  const t = useText('firm')
  const queries = useQueryClient()
  const session = useSessionActions()
  const { firmId } = useFirm()
  const [initial] = useState(() => pick(setting))
  const answered = useRef<FirmSetting>(undefined)
  const form = useSchemaForm({
    schema,
    initial,
    guardedPart: 'section',
    record: {
      version: setting.version,
      reload: async () => {
        const now = await queries.fetchQuery({ ...firmSetting(firmId), staleTime: 0 })
        return { version: now.version, values: pick(now) }
      },
    },
    save: async (values, { version, clean }) => {
      await prepare?.(values)
      const change: FirmSettingChange = changedOnly(clean, values)
      answered.current = await changeSetting(firmId, { ...change, version })
      return answered.current
    },
    onSaved: () => {
      const now = answered.current
      if (!now) return
      queries.setQueryData(firmSetting(firmId).queryKey, now)
      void queries.invalidateQueries({ queryKey: firmKey, predicate: ({ queryKey }) => queryKey[1] !== 'setting' })
      form.reset(pick(now))
      toast.good(t('bar.saved'))
      // The shell shows the firm's name, logo and balances.
      void session.refresh()
    },
  })
  return form
}

/** Takes over what a call outside the form has changed. */
export const useTakeOver = () => {
  const queries = useQueryClient()
  const session = useSessionActions()
  const { firmId } = useFirm()
  return (setting: FirmSetting): void => {
    queries.setQueryData(firmSetting(firmId).queryKey, setting)
    void session.refresh()
  }
}
