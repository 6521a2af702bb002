import { type SubmitEvent, useEffect, useRef, useState } from 'react'
import type { z } from 'zod'
import { CallError } from '../http/call-error.ts'
import { useLanguage } from '../i18n/use-text.tsx'
import { dropDraft, readDraft, writeDraft } from './draft.ts'
import { type Faults, faultsAt, faultsOf, faultsWithout } from './fault.ts'
import { focusFirstFault } from './first-fault.ts'
import { useLeaveGuard } from './leave-guard.tsx'

export interface SchemaFormOptions<S extends z.ZodType<object, object>> {
  /** Of the contract: the same that the server parses the body with. */
  readonly schema: S
  readonly initial: z.input<S>
  /** Sends what was typed. Throws CallError; its fields are shown at their inputs. */
  readonly save: (values: z.input<S>) => Promise<unknown>
  /** Called after a save went well, when nothing is dirty any more. */
  readonly onSaved?: () => void
  /** Told what `failure` says, for those who say it in a toast. */
  readonly onFailed?: (message: string) => void
  /** Keeps a draft in this browser under this name. */
  readonly draft?: string
  /** Leaving with changes asks; off for log-in and the like. */
  readonly guarded?: boolean
  /** A parameter of the address whose change is leaving too (`section`). */
  readonly guardedPart?: string
}

export interface FieldProps<T> {
  readonly name: string
  readonly value: T
  readonly onChange: (value: T) => void
  readonly onBlur: () => void
  readonly error: string | undefined
}

export interface SchemaForm<V extends object> {
  readonly values: V
  readonly dirty: boolean
  readonly saving: boolean
  readonly faults: Faults
  /** What went wrong with the last save as a whole; undefined when the app has told it or a field shows it. */
  readonly failure: string | undefined
  /** When the draft shown was kept, epoch ms; undefined: what is shown is no draft. */
  readonly draftAtMs: number | undefined
  /** When what is typed was last kept in this browser, epoch ms; undefined: it is not. */
  readonly keptAtMs: number | undefined
  /** What is saved. */
  readonly clean: V
  field<K extends keyof V & string>(name: K): FieldProps<V[K]>
  /** The fault at a path below a field: `faultAt('sessions.0.capacity')`. */
  faultAt(path: string): string | undefined
  set(patch: Partial<V>): void
  /** Validates a path, as leaving its field does. */
  check(path: string): void
  submit(event?: SubmitEvent): Promise<void>
  /** Back to the initial values, or to others (what the server answered). */
  reset(values?: V): void
}

const draftDelayMs = 500

export const useSchemaForm = <S extends z.ZodType<object, object>>(
  options: SchemaFormOptions<S>,
): SchemaForm<z.input<S>> => {
  type V = z.input<S>
  const { schema, save, onSaved, draft, guarded = true } = options
  const language = useLanguage()
  const [start] = useState(() => (draft ? readDraft<V>(localStorage, draft, options.initial) : undefined))
  const [clean, setClean] = useState<V>(options.initial)
  const [values, setValues] = useState<V>(start?.values ?? options.initial)
  const [draftAtMs, setDraftAtMs] = useState(start?.savedAtMs)
  const [keptAtMs, setKeptAtMs] = useState(start?.savedAtMs)
  const [faults, setFaults] = useState<Faults>({})
  const [failure, setFailure] = useState<string>()
  const [saving, setSaving] = useState(false)
  // The guard must see that all is saved in the same moment as onSaved navigates away.
  const [saved, setSaved] = useState(0)
  const onSavedNow = useRef(onSaved)
  useEffect(() => {
    onSavedNow.current = onSaved
  })
  useEffect(() => {
    if (saved > 0) onSavedNow.current?.()
  }, [saved])

  const dirty = JSON.stringify(values) !== JSON.stringify(clean)
  useLeaveGuard(guarded && dirty && !saving, options.guardedPart)
  useEffect(() => {
    if (!draft || !dirty) return
    const timer = setTimeout(() => {
      const nowMs = Date.now()
      setKeptAtMs(writeDraft(localStorage, draft, values, nowMs) ? nowMs : undefined)
    }, draftDelayMs)
    return () => clearTimeout(timer)
  }, [draft, dirty, values])

  const forgetDraft = () => {
    if (draft) dropDraft(localStorage, draft)
    setDraftAtMs(undefined)
    setKeptAtMs(undefined)
  }
  const check = (path: string, now: V = values) =>
    setFaults((before) => ({ ...faultsWithout(before, path), ...faultsAt(faultsOf(schema, now, language), path) }))
  const change = (patch: Partial<V>) => {
    const next = { ...values, ...patch }
    setValues(next)
    setFailure(undefined)
    // A fault that is shown goes as soon as it is mended.
    for (const name of Object.keys(patch)) if (Object.keys(faultsAt(faults, name)).length > 0) check(name, next)
  }
  const show = (found: Faults) => {
    setFaults(found)
    focusFirstFault(Object.keys(found))
  }

  return {
    values,
    dirty,
    saving,
    faults,
    failure,
    draftAtMs,
    keptAtMs,
    clean,
    field: (name) => ({
      name,
      value: values[name],
      onChange: (value) => {
        const patch: Partial<V> = {}
        patch[name] = value
        change(patch)
      },
      onBlur: () => check(name),
      error: faults[name],
    }),
    faultAt: (path) => faults[path],
    set: change,
    check: (path) => check(path),
    submit: async (event) => {
      event?.preventDefault()
      if (saving) return
      const found = faultsOf(schema, values, language)
      if (Object.keys(found).length > 0) {
        show(found)
        return
      }
      setSaving(true)
      setFailure(undefined)
      try {
        await save(values)
        forgetDraft()
        setClean(values)
        setFaults({})
        setSaved((count) => count + 1)
      } catch (error) {
        if (!(error instanceof CallError)) throw error
        if (error.fields) show(error.fields)
        if (!error.handled) {
          setFailure(error.message)
          options.onFailed?.(error.message)
        }
      } finally {
        setSaving(false)
      }
    },
    reset: (next = clean) => {
      forgetDraft()
      setClean(next)
      setValues(next)
      setFaults({})
      setFailure(undefined)
    },
  }
}
