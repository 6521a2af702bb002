import type { SchemaForm } from '../../lib/form/use-schema-form.ts'
import type { EditedBlock, KnownThings, SalesPageFields } from './page-values.ts'

export interface FieldsProps<B extends EditedBlock> {
  readonly block: B
  /** Of the block in the form: `blockList.3`. */
  readonly path: string
  readonly form: SchemaForm<SalesPageFields>
  readonly known: KnownThings
  readonly onChange: (block: EditedBlock, key: string) => void
}

/** Props of a control for one field of the block. */
export const controlOf =
  <B extends EditedBlock>({ block, path, form, onChange }: FieldsProps<B>) =>
  <K extends keyof B & string>(key: K) => ({
    name: `${path}.${key}`,
    value: block[key],
    onChange: (value: B[K]) => onChange({ ...block, [key]: value }, key),
    onBlur: () => form.check(`${path}.${key}`),
    error: form.errorAt(`${path}.${key}`),
  })
