import type { AnyResource, RecordOf } from '@kaimai/contract/common/resource.ts'
import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useId, useRef } from 'react'
import type { z } from 'zod'
import { type SchemaForm, useSchemaForm } from '../lib/form/use-schema-form.ts'
import { useMergeDialog } from '../lib/form/use-merge-dialog.ts'
import { useText } from '../lib/i18n/use-text.tsx'
import type { ResourceCalls } from '../lib/list/resource-calls.ts'
import { Button } from '../ui/button.tsx'
import { askToConfirm } from '../ui/confirm.tsx'
import { FormFields, TwoColumns } from '../ui/form-section.tsx'
import { useLabels } from '../ui/labels.tsx'
import { MergeDialog } from '../ui/merge-dialog.tsx'
import { Drawer } from '../ui/modal.tsx'
import { toast } from '../ui/toast.tsx'
import { fieldInput, fieldWords } from './field-input.tsx'
import { useFields } from './use-fields.ts'

type Values<R extends AnyResource> = z.input<R['Body']> & Record<string, unknown>

export interface RecordFormOptions<R extends AnyResource> {
  /** Names of fields in the order of the form; two in one line stand side by side. */
  readonly form: readonly ((keyof R['fields'] & string) | readonly (keyof R['fields'] & string)[])[]
  /** Controls of a form's own, by field. */
  readonly inputs?: Readonly<Record<string, (form: SchemaForm<Values<R>>, readOnly: boolean) => ReactNode>>
  /** Help below a field, by its name. */
  readonly hints?: Readonly<Record<string, string>>
  /** What a new one begins with, where that is more than its fields say; `chosen`: what the list beside it is narrowed to. */
  readonly start?: (chosen: Readonly<Record<string, string>>) => Readonly<Record<string, unknown>>
}

interface RecordFormProps<R extends AnyResource> extends RecordFormOptions<R> {
  readonly resource: R
  readonly calls: ResourceCalls<R>
  readonly texts: string
  /** Undefined: a new one. */
  readonly record: RecordOf<R> | undefined
  readonly readOnly: boolean
  /** What the list is narrowed to, by filter. */
  readonly chosen: Readonly<Record<string, string>>
  readonly onClose: () => void
}

/** The values of a form that begins with a record, or with nothing. */
const valuesOf = (resource: AnyResource, record: object | undefined) => {
  const known = new Map(Object.entries(record ?? {}))
  return Object.fromEntries(
    Object.entries(resource.fields).map(([name, { initial }]) => [
      name,
      record === undefined ? initial : known.get(name),
    ]),
  )
}

/** A record in a drawer beside its list: made, changed with the question between mine and theirs, or read. */
export const RecordForm = <R extends AnyResource>(props: RecordFormProps<R>) => {
  const { resource, calls, texts, record, readOnly, onClose } = props
  const t = useText(texts)
  const all = useText('app')
  const labels = useLabels()
  const queries = useQueryClient()
  const formId = useId()
  const { context, titleOf } = useFields(resource)
  const nameOf = (of: object) => String(new Map(Object.entries(of)).get(resource.main) ?? '')
  /** What the server calls it: a code in capitals, a name without blanks around it. */
  const savedAs = useRef('')
  const known = record as (Record<string, unknown> & { readonly id: string; readonly version?: number }) | undefined
  const form = useSchemaForm<z.ZodType<Record<string, unknown>, Record<string, unknown>>>({
    schema: resource.Body as unknown as z.ZodType<Record<string, unknown>, Record<string, unknown>>,
    initial: { ...valuesOf(resource, known), ...(known === undefined ? props.start?.(props.chosen) : {}) },
    record:
      known?.version === undefined
        ? undefined
        : {
            version: known.version,
            reload: async () => {
              const now = await queries.fetchQuery(calls.one(known.id))
              return { values: valuesOf(resource, now), version: Number((now as { version?: number }).version) }
            },
          },
    save: async (values, from) => {
      const body = values as z.input<R['Body']>
      const saved = await (known === undefined ? calls.create(body) : calls.change(known.id, body, from.version))
      savedAs.current = nameOf(saved)
      return saved
    },
    onSaved: () => {
      void queries.invalidateQueries({ queryKey: calls.key })
      toast.good(all('record.saved', { name: savedAs.current }))
      onClose()
    },
  })
  const merge = useMergeDialog(form, {
    field: titleOf,
    show: ([name = ''], value) => {
      const field = resource.fields[name]
      return field && fieldWords(field, value, context)
    },
  })
  const close = async () => {
    if (form.saving) return
    const leaves =
      !form.dirty ||
      (await askToConfirm({
        title: all('record.leave'),
        text: all('leave.text'),
        ok: all('leave.leave'),
        cancel: all('leave.stay'),
        danger: true,
      }))
    if (leaves) onClose()
  }
  const input = (name: string, isFirst: boolean): ReactNode => {
    const own = props.inputs?.[name]
    const field = resource.fields[name]
    if (own) return <div key={name}>{own(form as unknown as SchemaForm<Values<R>>, readOnly)}</div>
    if (!field) return null
    const hint = props.hints?.[name]
    const options = {
      label: titleOf(name),
      ...(hint === undefined ? {} : { description: t(hint) }),
      autoFocus: isFirst && record === undefined,
    }
    return <div key={name}>{fieldInput(field, form.field(name), options, context)}</div>
  }
  return (
    <Drawer
      open
      onClose={() => void close()}
      title={known === undefined ? t('action.create') : nameOf(known)}
      width={520}
      footer={
        readOnly ? undefined : (
          <>
            <Button onClick={() => void close()}>{labels.cancel}</Button>
            <Button type="submit" form={formId} kind="primary" busy={form.saving}>
              {all('record.save')}
            </Button>
          </>
        )
      }
    >
      <form id={formId} onSubmit={(event) => void form.submit(event)} noValidate>
        <FormFields disabled={readOnly}>
          <div className="stack-l">
            {props.form.map((line, at) =>
              typeof line === 'string' ? (
                input(line, at === 0)
              ) : (
                <TwoColumns key={line.join(' ')}>{line.map((name, place) => input(name, at + place === 0))}</TwoColumns>
              ),
            )}
            {form.failure !== undefined && (
              <p role="alert" className="failure-line">
                {form.failure}
              </p>
            )}
          </div>
        </FormFields>
      </form>
      <MergeDialog {...merge} />
    </Drawer>
  )
}
