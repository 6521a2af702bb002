import { letterTemplateLimits } from '@kaimai/contract/letter-template/letter-template.schema.ts'
import { useQuery } from '@tanstack/react-query'
import { IconPlus, IconShoppingBag, IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import type { SchemaForm } from '../../lib/form/use-schema-form.ts'
import { useFormat, useText } from '../../lib/i18n/use-text.tsx'
import { Button, IconButton } from '../../ui/button.tsx'
import { FieldFrame } from '../../ui/field-frame.tsx'
import { LabelledInput } from '../../ui/field.tsx'
import { icon16 } from '../../ui/icon-props.ts'
import { Thumb } from '../../ui/thumb.tsx'
import { priceHere } from '../../lib/clock/price-here.ts'
import { productsByIds } from '../product/product.api.ts'
import { ProductPicker } from '../product/product-picker.tsx'
import { ImagesPicker } from '../video/image-picker.tsx'
import { RichTextInput } from '../video/rich-text.api.tsx'
import type { TemplateFields } from './letter-template.api.ts'
import css from './letter-template.module.css'
import type { EditedBlock, EditedOf } from './template-values.ts'

interface FieldsProps<B extends EditedBlock> {
  readonly block: B
  /** Of the block in the form: `contents.en.blocks.3`. */
  readonly path: string
  readonly form: SchemaForm<TemplateFields>
  readonly onChange: (block: EditedBlock) => void
}

/** Props of a control for a text at a path below the block. */
const controlAt = (
  { path, form }: Pick<FieldsProps<EditedBlock>, 'path' | 'form'>,
  field: string,
  value: string,
  onChange: (value: string) => void,
) => {
  const name = `${path}.${field}`
  return { name, value, onChange, onBlur: () => form.check(name), error: form.errorAt(name) }
}

export const TemplateBlockFields = (props: FieldsProps<EditedBlock>) => {
  const t = useText('letter-template')
  const { block, onChange } = props
  switch (block.kind) {
    case 'heading':
      return (
        <LabelledInput
          {...controlAt(props, 'text', block.text, (text) => onChange({ ...block, text }))}
          label={t('field.heading')}
          max={letterTemplateLimits.heading}
        />
      )
    case 'richText':
      return (
        <RichTextInput
          {...controlAt(props, 'html', block.html, (html) => onChange({ ...block, html }))}
          label={t('field.text')}
          placeholder={t('field.textExample')}
          max={letterTemplateLimits.text}
        />
      )
    case 'picture':
      return <PictureFields {...props} block={block} />
    case 'product':
      return <ProductFields {...props} block={block} />
    case 'countdown':
      return (
        <>
          <p className="caption">{t('field.countdownHint')}</p>
          {props.form.errorAt(`${props.path}.kind`) !== undefined && (
            <p className={css.error} role="alert">
              {props.form.errorAt(`${props.path}.kind`)}
            </p>
          )}
        </>
      )
    case 'facts':
      return <FactsFields {...props} block={block} />
    case 'button':
      return (
        <>
          <LabelledInput
            {...controlAt(props, 'label', block.label, (label) => onChange({ ...block, label }))}
            label={t('field.buttonLabel')}
            max={letterTemplateLimits.buttonLabel}
          />
          <LabelledInput
            {...controlAt(props, 'url', block.url, (url) => onChange({ ...block, url }))}
            label={t('field.buttonUrl')}
            description={t('field.buttonUrlHint')}
            placeholder="https://"
            max={letterTemplateLimits.url}
          />
        </>
      )
    case 'text':
      // Text messages are one text, which has a field of its own.
      return null
    case 'footer':
      return (
        <LabelledInput
          {...controlAt(props, 'text', block.text, (text) => onChange({ ...block, text }))}
          label={t('field.footer')}
          max={letterTemplateLimits.footer}
        />
      )
  }
}

const PictureFields = (props: FieldsProps<EditedOf<'picture'>>) => {
  const t = useText('letter-template')
  const { block, form, path, onChange } = props
  return (
    <>
      <ImagesPicker
        name={`${path}.url`}
        label={t('field.picture')}
        value={block.url === '' ? [] : [block.url]}
        onChange={([url = '']) => onChange({ ...block, url })}
        error={form.errorAt(`${path}.url`)}
        max={1}
      />
      <LabelledInput
        {...controlAt(props, 'alt', block.alt, (alt) => onChange({ ...block, alt }))}
        label={t('field.alt')}
        description={t('field.altHint')}
        max={120}
        optional
      />
    </>
  )
}

/** One of the firm's products, found by its name. */
const ProductFields = ({ block, path, form, onChange }: FieldsProps<EditedOf<'product'>>) => {
  const t = useText('letter-template')
  const f = useFormat()
  const [isOpen, setOpen] = useState(false)
  const { productId } = block
  const chosen = productId === '' ? [] : [productId]
  const { data } = useQuery(productsByIds(chosen))
  const product = data?.[0]
  return (
    <FieldFrame
      name={`${path}.productId`}
      label={t('field.product')}
      description={t('field.productHint')}
      error={form.errorAt(`${path}.productId`)}
      group
    >
      {() => (
        <div className="stack-s">
          {product && (
            <span className="row">
              <Thumb src={product.images[0]} width={48} height={48} />
              <span>
                <b>{product.productName}</b> {f.money({ amount: priceHere(product).price, currency: product.currency })}
              </span>
            </span>
          )}
          {productId !== '' && data && !product && <p className="failure-line">{t('field.productGone')}</p>}
          <div>
            <Button
              size="s"
              icon={<IconShoppingBag {...icon16} />}
              aria-haspopup="dialog"
              onClick={() => setOpen(true)}
            >
              {t(productId === '' ? 'field.chooseProduct' : 'field.changeProduct')}
            </Button>
          </div>
          <ProductPicker
            open={isOpen}
            onClose={() => setOpen(false)}
            chosen={chosen}
            one
            onChoose={([id = '']) => onChange({ ...block, productId: id })}
          />
        </div>
      )}
    </FieldFrame>
  )
}

const FactsFields = (props: FieldsProps<EditedOf<'facts'>>) => {
  const t = useText('letter-template')
  const { block, onChange } = props
  const change = (at: number, fact: { label: string; value: string }) =>
    onChange({ ...block, facts: block.facts.map((each, index) => (index === at ? fact : each)) })
  return (
    <>
      {block.facts.map((fact, at) => (
        // Lines have no name but their place; nothing moves them.
        // oxlint-disable-next-line react/no-array-index-key
        <div key={at} className={css.fact}>
          <LabelledInput
            {...controlAt(props, `facts.${at}.label`, fact.label, (label) => change(at, { ...fact, label }))}
            label={t('field.factLabel', { number: at + 1 })}
            max={letterTemplateLimits.fact}
          />
          <LabelledInput
            {...controlAt(props, `facts.${at}.value`, fact.value, (value) => change(at, { ...fact, value }))}
            label={t('field.factValue', { number: at + 1 })}
            max={letterTemplateLimits.fact}
          />
          <IconButton
            label={t('field.removeFact', { number: at + 1 })}
            icon={<IconTrash {...icon16} />}
            disabled={block.facts.length === 1}
            onClick={() => onChange({ ...block, facts: block.facts.filter((_, index) => index !== at) })}
          />
        </div>
      ))}
      {block.facts.length < letterTemplateLimits.facts && (
        <div>
          <Button
            size="s"
            icon={<IconPlus {...icon16} />}
            onClick={() => onChange({ ...block, facts: [...block.facts, { label: '', value: '' }] })}
          >
            {t('field.addFact')}
          </Button>
        </div>
      )}
    </>
  )
}
