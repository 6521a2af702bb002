import { type SubmitEvent, useEffect, useRef, useState } from 'react'
import type { z } from 'zod'
import { CallError } from '../http/call-error.ts'
import { useLanguage } from '../i18n/use-text.tsx'
import { dropDraft, readDraft, writeDraft } from './draft.ts'
import {
  type EditedRecord,
  type MergeChoices,
  type MergedNews,
  type MergeQuestion,
  mergeValues,
  pick,
  questionOfDraft,
  theirsOf,
  type Versioned,
  versionOf,
} from './edit-merge.ts'
import { type FieldErrors, errorsAt, errorsOf, errorsWithout } from './field-error.ts'
import { focusFirstError, useHiddenErrors } from './first-error.ts'
import { useLeaveGuard } from './leave-guard.tsx'

export interface SchemaFormOptions<S extends z.ZodType<object, object>> {
  /** Of the contract: the same that the server parses the body with. */
  readonly schema: S
  readonly initial: z.input<S>
  /**
   * Sends what was typed, with the version it was made from, and answers the record that is there then. Throws CallError;
   * its fields are shown at their inputs.
   */
  readonly save: (values: z.input<S>, from: SavedFrom<z.input<S>>) => Promise<unknown>
  /** What is edited, where others may edit it too; undefined: a new one, or one without versions. */
  readonly record?: EditedRecord<z.input<S>> | undefined
  /** Called after a save went well, when nothing is dirty any more. */
  readonly onSaved?: () => void
  /** Called with the text of `failure`, for forms that show it in a toast. */
  readonly onFailed?: (message: string) => void
  /** Keeps a draft in this browser under this name. */
  readonly draft?: string
  /** Leaving with changes asks; off for log-in and the like. */
  readonly guarded?: boolean
  /** A parameter of the address whose change is leaving too (`section`). */
  readonly guardedPart?: string
}

/** Where a save begins. */
export interface SavedFrom<V> {
  readonly version: number | undefined
  /** The values that version has. */
  readonly clean: V
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
  readonly errors: FieldErrors
  /** What went wrong with the last save, as far as no field on the page shows it and the app hasn't. */
  readonly failure: string | undefined
  /** When the draft shown was kept, epoch ms; undefined: what is shown is no draft. */
  readonly draftAtMs: number | undefined
  /** When what is typed was last kept in this browser, epoch ms; undefined: it is not. */
  readonly keptAtMs: number | undefined
  /** What is saved. */
  readonly clean: V
  field<K extends keyof V & string>(name: K): FieldProps<V[K]>
  /** The error at a path below a field: `faultAt('sessions.0.capacity')`. */
  errorAt(path: string): string | undefined
  /** The first error at a path or below it, for controls that show a whole list. */
  errorBelow(path: string): string | undefined
  set(patch: Partial<V>): void
  /** Validates a path, as leaving its field does. */
  check(path: string): void
  /** Saves; the fields given here replace those typed (`{ published: true }`). */
  submit(event?: SubmitEvent, changes?: Partial<V>): Promise<void>
  /** Waits for a choice between mine and theirs. */
  readonly question: MergeQuestion<V> | undefined
  /** Both sides brought together as chosen: saved, or of a draft shown. */
  answer(choices: MergeChoices): Promise<void>
  /** Leaves a question; a draft is dropped with it. */
  leaveQuestion(): void
  /** The last changes of others that a save took in by itself. */
  readonly news: MergedNews | undefined
  /** The record was changed by another call of the user's: what is typed stays. */
  rebase(now: Versioned<V>): void
  /** Back to the initial values, or to others (what the server answered). */
  reset(values?: V): void
}

const draftDelayMs = 500
/** How often a save is sent again because others saved meanwhile. */
const roundsMost = 4

/** What a form begins with: a draft of this very version as it is, one of an older version as a question. */
const startOf = <S extends z.ZodType<object, object>>({ draft, initial, record }: SchemaFormOptions<S>) => {
  const start = draft ? readDraft<z.input<S>>(localStorage, draft, initial) : undefined
  if (!draft || !start || !record || start.version === record.version) return { start, asked: undefined }
  const asked = questionOfDraft(start, { values: initial, version: record.version }, record)
  if (!asked) dropDraft(localStorage, draft)
  return { start: undefined, asked }
}

export const useSchemaForm = <S extends z.ZodType<object, object>>(
  options: SchemaFormOptions<S>,
): SchemaForm<z.input<S>> => {
  type V = z.input<S>
  const { schema, save, onSaved, draft, record, guarded = true } = options
  const language = useLanguage()
  const [{ start, asked }] = useState(() => startOf(options))
  const [clean, setClean] = useState<V>(options.initial)
  const [version, setVersion] = useState(record?.version)
  const [values, setValues] = useState<V>(start?.values ?? options.initial)
  // What is set twice before the next render (two uploads that end together), or set and sent, is there both times.
  const newest = useRef(values)
  const put = (next: V) => {
    newest.current = next
    setValues(next)
  }
  const [draftAtMs, setDraftAtMs] = useState(start?.savedAtMs)
  const [keptAtMs, setKeptAtMs] = useState(start?.savedAtMs)
  const [question, setQuestion] = useState(asked)
  const [sentWith, setSentWith] = useState<Partial<V>>({})
  const [news, setNews] = useState<MergedNews>()
  const [errors, setErrors] = useState<FieldErrors>({})
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

  const hidden = useHiddenErrors(errors)

  const dirty = JSON.stringify(values) !== JSON.stringify(clean)
  useLeaveGuard(guarded && dirty && !saving, options.guardedPart)
  useEffect(() => {
    if (!draft || !dirty || question?.kind === 'draft') return
    const timer = setTimeout(() => {
      const nowMs = Date.now()
      const origin = version === undefined ? undefined : { version, base: clean }
      setKeptAtMs(writeDraft(localStorage, draft, values, nowMs, origin) ? nowMs : undefined)
    }, draftDelayMs)
    return () => clearTimeout(timer)
  }, [draft, dirty, values, version, clean, question])

  const forgetDraft = () => {
    if (draft) dropDraft(localStorage, draft)
    setDraftAtMs(undefined)
    setKeptAtMs(undefined)
  }
  const check = (path: string) => {
    const found = errorsAt(errorsOf(schema, newest.current, language), path)
    setErrors((before) => ({ ...errorsWithout(before, path), ...found }))
  }
  const change = (patch: Partial<V>) => {
    put({ ...newest.current, ...patch })
    setFailure(undefined)
    // An error that is shown goes as soon as it is fixed.
    for (const name of Object.keys(patch)) if (Object.keys(errorsAt(errors, name)).length > 0) check(name)
  }
  const show = (found: FieldErrors) => {
    setErrors(found)
    focusFirstError(Object.keys(found))
  }

  /** What is typed from now on is made from this. */
  const begin = (from: SavedFrom<V>, next: V) => {
    setClean(from.clean)
    setVersion(from.version)
    put(next)
  }

  /**
   * Brings in what somebody else saved meanwhile. Answers what to send then, or undefined when there is something to ask.
   */
  const takeIn = async (error: unknown, mine: V, from: SavedFrom<V>): Promise<MergeQuestion<V> | undefined> => {
    if (!record || !(error instanceof CallError) || error.conflict === undefined) return undefined
    const { conflict } = error
    const theirs = await theirsOf(record, conflict, from.clean)
    const merge = mergeValues({ base: from.clean, mine, theirs: theirs.values }, record.rows)
    const atMs = conflict.changedAt === null ? undefined : Date.parse(conflict.changedAt)
    return { kind: 'save', by: conflict.changedBy ?? undefined, atMs, base: from.clean, mine, theirs, merge }
  }

  /** Sends, and sends again with what others saved meanwhile as long as nothing is to be asked. */
  const sendAll = async (typed: V, changes: Partial<V>, from: SavedFrom<V>): Promise<void> => {
    let now = { mine: { ...typed, ...changes }, from }
    // Said once it is true: that both changes are kept.
    let takenIn: MergedNews | undefined
    setSaving(true)
    setFailure(undefined)
    try {
      for (let round = 1; ; round++) {
        const found = errorsOf(schema, now.mine, language)
        if (Object.keys(found).length > 0) return show(found)
        try {
          const saved = await save(now.mine, now.from)
          forgetDraft()
          setVersion(versionOf(saved))
          setClean({ ...now.mine, ...pick(now.from.clean, changes) })
          setErrors({})
          if (takenIn) setNews(takenIn)
          setSaved((count) => count + 1)
          return
        } catch (error) {
          const met = round < roundsMost ? await takeIn(error, now.mine, now.from) : undefined
          if (!met) throw error
          if (met.merge.conflicts.length > 0) return setQuestion(met)
          now = { mine: met.merge.merged, from: { version: met.theirs.version, clean: met.theirs.values } }
          begin(now.from, { ...now.mine, ...pick(now.from.clean, changes) })
          takenIn = { by: met.by, fields: [...new Set([...(takenIn?.fields ?? []), ...met.merge.taken])] }
        }
      }
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
  }

  return {
    values,
    dirty,
    saving,
    errors,
    failure: Object.keys(errors).length === 0 ? failure : hidden === '' ? undefined : hidden,
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
      // A field that is left as it stood says nothing: its error would move what the pointer is just pressing.
      onBlur: () => {
        if (newest.current[name] !== clean[name]) check(name)
      },
      error: errors[name],
    }),
    errorAt: (path) => errors[path],
    errorBelow: (path) => Object.values(errorsAt(errors, path))[0],
    set: change,
    check,
    submit: async (event, changes = {}) => {
      event?.preventDefault()
      if (saving) return
      setSentWith(changes)
      await sendAll(newest.current, changes, { version, clean })
    },
    question,
    answer: async (choices) => {
      if (!question || saving) return
      const { kind, base, mine, theirs, atMs } = question
      const { merged } = mergeValues({ base, mine, theirs: theirs.values }, { ...record?.rows, choices })
      setQuestion(undefined)
      const from = { version: theirs.version, clean: theirs.values }
      begin(from, kind === 'save' ? { ...merged, ...pick(theirs.values, sentWith) } : merged)
      if (kind === 'draft') setDraftAtMs(atMs)
      else await sendAll(merged, {}, from)
    },
    leaveQuestion: () => {
      if (question?.kind === 'draft') forgetDraft()
      setQuestion(undefined)
    },
    news,
    rebase: (now) => {
      setClean(now.values)
      setVersion(now.version)
    },
    reset: (next = clean) => {
      forgetDraft()
      setClean(next)
      put(next)
      setErrors({})
      setFailure(undefined)
      setQuestion(undefined)
    },
  }
}
