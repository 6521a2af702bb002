import { TextInput } from '@mantine/core'
import { IconAlertCircle, IconPlus, IconX } from '@tabler/icons-react'
import { clsx } from 'clsx'
import { useId, useRef } from 'react'
import { useText } from '../../lib/i18n/use-text.tsx'
import { Button, IconButton } from '../../ui/button.tsx'
import { LabelledInput } from '../../ui/field.tsx'
import { TwoColumns } from '../../ui/form-section.tsx'
import { icon14, icon16 } from '../../ui/icon-props.ts'
import type { VariantTyped } from './product-form.rules.ts'
import css from './variants-field.module.css'

export interface VariantsFieldProps {
  readonly rows: readonly VariantTyped[]
  readonly unit: string
  readonly onChange: (rows: VariantTyped[]) => void
  /** Validates a path, as leaving its field does. */
  readonly onLeave: (path: string) => void
  readonly errorAt: (path: string) => string | undefined
  readonly disabled: boolean
}

const max = 50

/** Stock: one number, or one for each variant once there are several. */
export const VariantsField = (props: VariantsFieldProps) => {
  const { rows, unit, onChange, onLeave, errorAt, disabled } = props
  const t = useText('product')
  const list = useRef<HTMLDivElement>(null)
  const [first] = rows
  const isPlain = rows.length === 1 && first?.name === ''
  const set = (index: number, patch: Partial<VariantTyped>) =>
    onChange(rows.map((row, at) => (at === index ? { ...row, ...patch } : row)))
  const focusRow = (index: number) =>
    requestAnimationFrame(() => list.current?.querySelectorAll<HTMLElement>('[data-name] input')[index]?.focus())
  const add = () => {
    onChange([...rows, { name: '', keyword: '', stock: '' }])
    // Splitting begins with naming what was there.
    focusRow(isPlain ? 0 : rows.length)
  }
  const remove = (index: number) => {
    const left = rows.filter((_, at) => at !== index)
    // A single one needs no name.
    onChange(left.length === 1 ? left.map((row) => ({ ...row, name: '', keyword: '' })) : left)
    focusRow(Math.min(index, left.length - 1))
  }
  const addButton = (
    <Button kind="plain" size="s" icon={<IconPlus {...icon16} />} onClick={add}>
      {t(isPlain ? 'variant.split' : 'variant.add')}
    </Button>
  )
  if (isPlain) {
    return (
      <div ref={list}>
        <TwoColumns>
          <LabelledInput
            name="variants.0.stock"
            label={t('field.stock')}
            description={t(first.stockBefore === undefined ? 'field.stockHint' : 'field.stockChangeHint')}
            required
            value={first.stock}
            onChange={(stock) => set(0, { stock })}
            onBlur={() => onLeave('variants.0.stock')}
            error={errorAt('variants.0.stock') ?? errorAt('variants')}
            inputMode="numeric"
            suffix={unit === '' ? undefined : <span className="unit">{unit}</span>}
            disabled={disabled}
          />
        </TwoColumns>
        {!disabled && <div className={css.add}>{addButton}</div>}
      </div>
    )
  }
  return (
    <div ref={list} role="group" aria-label={t('variant.label')}>
      <div className={css.titles} aria-hidden="true">
        <span>{t('variant.name')}</span>
        <span>{t('variant.keyword')}</span>
        <span>{t('field.stock')}</span>
      </div>
      {rows.map((row, index) => (
        <VariantRow
          // Rows have no identity of their own before they are saved.
          // oxlint-disable-next-line react/no-array-index-key
          key={row.id ?? `new-${index}`}
          row={row}
          index={index}
          props={props}
          set={(patch) => set(index, patch)}
          remove={() => remove(index)}
        />
      ))}
      <p className={clsx('caption', css.hint)}>{t('variant.keywordHint')}</p>
      {errorAt('variants') !== undefined && (
        <p className={css.error} data-field="variants">
          <IconAlertCircle className="icon-down-1" {...icon14} />
          {errorAt('variants')}
        </p>
      )}
      {!disabled && rows.length < max && <div className={css.add}>{addButton}</div>}
    </div>
  )
}

interface VariantRowProps {
  readonly row: VariantTyped
  readonly index: number
  readonly props: VariantsFieldProps
  readonly set: (patch: Partial<VariantTyped>) => void
  readonly remove: () => void
}

const VariantRow = ({ row, index, props, set, remove }: VariantRowProps) => {
  const { onLeave, errorAt, disabled } = props
  const t = useText('product')
  const errorId = useId()
  const place = index + 1
  const control = (field: 'name' | 'keyword' | 'stock') => {
    const path = `variants.${index}.${field}`
    const error = errorAt(path)
    return {
      path,
      error,
      input: {
        value: row[field],
        onChange: (event: { currentTarget: { value: string } }) => set({ [field]: event.currentTarget.value }),
        onBlur: () => onLeave(path),
        error: error !== undefined,
        disabled,
        autoComplete: 'off',
        ...(error === undefined ? {} : { 'aria-describedby': `${errorId}-${field}` }),
      },
    }
  }
  const [name, keyword, stock] = [control('name'), control('keyword'), control('stock')]
  return (
    <div className={css.row}>
      <div data-field={name.path} data-name>
        <TextInput
          {...name.input}
          aria-label={t('variant.nameOf', { place })}
          placeholder={t('variant.placeholder')}
          aria-required
        />
        <FieldError id={`${errorId}-name`} text={name.error} />
      </div>
      <div data-field={keyword.path}>
        <TextInput
          {...keyword.input}
          onBlur={() => {
            // As it is stored, and as viewers will read it.
            set({ keyword: row.keyword.normalize('NFKC').trim().toUpperCase() })
            onLeave(keyword.path)
          }}
          aria-label={t('variant.keywordOf', { place })}
          placeholder={t('variant.keywordPlaceholder')}
        />
        <FieldError id={`${errorId}-keyword`} text={keyword.error} />
      </div>
      <div data-field={stock.path}>
        <TextInput
          {...stock.input}
          aria-label={t('variant.stockOf', { place })}
          inputMode="numeric"
          aria-required
          classNames={{ input: css.figure ?? '' }}
        />
        <FieldError id={`${errorId}-stock`} text={stock.error} />
      </div>
      {!disabled && (
        <IconButton
          label={t('variant.remove', { name: row.name || String(place) })}
          icon={<IconX {...icon16} />}
          onClick={remove}
        />
      )}
    </div>
  )
}

const FieldError = ({ id, text }: { id: string; text: string | undefined }) =>
  text === undefined ? null : (
    <p id={id} className={css.error}>
      <IconAlertCircle className="icon-down-1" {...icon14} />
      {text}
    </p>
  )
