import { plainRichText } from '@kaimai/contract/common/rich-text.rules.ts'
import { richTextOf } from '@kaimai/contract/common/rich-text-read.rules.ts'
import type { Currency } from '@kaimai/contract/common/money.ts'
import type { Product } from '@kaimai/contract/product/product.routes.ts'
import { returnExceptionNames, returnExceptions } from '@kaimai/contract/product/return-exception.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useId, useRef, useState } from 'react'
import { useMergeDialog } from '../../lib/form/use-merge-dialog.ts'
import { useSchemaForm } from '../../lib/form/use-schema-form.ts'
import { CallError, isCallError } from '../../lib/http/call-error.ts'
import { useFormat, useLanguage, useText } from '../../lib/i18n/use-text.tsx'
import { Button } from '../../ui/button.tsx'
import { LabelledInput, LabelledSelect, LabelledSwitch } from '../../ui/field.tsx'
import { FormSection, TwoColumns } from '../../ui/form-section.tsx'
import { useLabels } from '../../ui/labels.tsx'
import { MergeDialog } from '../../ui/merge-dialog.tsx'
import { Drawer } from '../../ui/modal.tsx'
import { toast } from '../../ui/toast.tsx'
import { ImagesPicker } from '../video/image-picker.tsx'
import { RichTextInput } from '../video/rich-text.api.tsx'
import { keepImage } from '../video/video.api.ts'
import css from './product-editor.module.css'
import { choiceName, GoodsSection } from './goods-fields.tsx'
import { LeaveQuestion } from './leave-question.tsx'
import { newImages, newTextImages, ProductForm, typedProduct } from './product-form.rules.ts'
import { PriceFields } from './price-fields.tsx'
import { ProductPreview } from './product-preview.tsx'
import { changeProduct, createProduct, productKey, productShown } from './product.api.ts'
import { VariantsField } from './variants-field.tsx'

export interface ProductDrawerProps {
  /** Undefined: a new product. */
  readonly id: string | undefined
  /** A new one that starts as this one is. */
  readonly copyOf: string | undefined
  /** Of the firm. */
  readonly currency: Currency
  readonly readOnly: boolean
  readonly onClose: () => void
}

/** The draft of a copy belongs to what it is a copy of. */
const draftName = (id: string | undefined, copyOf: string | undefined): string =>
  `product.${id ?? (copyOf === undefined ? 'new' : `copy.${copyOf}`)}`

/** Px; the form, and beside it what viewers will see. */
export const drawerWidth = 1080

/** The form of a product in its drawer; `product` is the one to change, or to copy. */
export const ProductEditor = (props: ProductDrawerProps & { readonly product: Product | undefined }) => {
  const { id, product, readOnly, onClose } = props
  const t = useText('product')
  const f = useFormat()
  const language = useLanguage()
  const labels = useLabels()
  const queries = useQueryClient()
  const formId = useId()
  const nameField = useRef<HTMLInputElement>(null)
  const goesOn = useRef(false)
  const [isPickerBusy, setPickerBusy] = useState(false)
  const [isTextBusy, setTextBusy] = useState(false)
  const onBusy = useCallback((busy: boolean) => setPickerBusy(busy), [])
  const onTextBusy = useCallback((busy: boolean) => setTextBusy(busy), [])
  const picturesOnTheWay = isPickerBusy || isTextBusy
  const [leaving, setLeaving] = useState(false)
  const [initial] = useState(() => typedProduct(product, id === undefined))

  const keep = async (urls: readonly string[], field: 'images' | 'description') => {
    for (const url of urls) {
      try {
        await keepImage(url)
      } catch (error) {
        if (!isCallError(error, 'noData')) throw error
        throw new CallError('invalid', error.status, error.message, { [field]: t('form.imageGone') })
      }
    }
  }
  const form = useSchemaForm({
    schema: ProductForm,
    initial,
    draft: draftName(id, props.copyOf),
    record:
      id === undefined || product === undefined
        ? undefined
        : {
            version: product.version,
            rows: { rowKeys: { variants: 'id' } },
            reload: async () => {
              const now = await queries.fetchQuery({ ...productShown(id), staleTime: 0 })
              return { version: now.version, values: typedProduct(now) }
            },
          },
    save: async (values, { version }) => {
      const body = ProductForm.parse(values)
      await keep(newImages(body, product), 'images')
      await keep(newTextImages(body, product), 'description')
      return id === undefined ? createProduct(body) : changeProduct(id, { ...body, version })
    },
    onSaved: () => {
      void queries.invalidateQueries({ queryKey: productKey })
      toast.good(t(id === undefined ? 'done.created' : 'done.changed', { name: form.values.productName.trim() }))
      if (!goesOn.current) return onClose()
      form.reset(typedProduct(undefined))
      nameField.current?.focus()
    },
  })
  const merging = useMergeDialog(form, {
    field: (name) => t(name === 'variants' ? 'variant.label' : `field.${name}`),
    row: (_, key, { variants }) => variants.find((variant) => variant.id === key)?.name,
    part: (_, name) => (name === 'stock' ? t('field.stock') : t(`variant.${name}`)),
    show: (path, value) =>
      path[0] === 'description' && typeof value === 'string'
        ? plainRichText(richTextOf(value))
        : choiceName(path[0], value, language),
  })
  const { values } = form
  const currency = product?.currency ?? props.currency

  const close = () => {
    // Escape that answers the question reaches the drawer too.
    if (leaving) return
    if (form.dirty) setLeaving(true)
    else onClose()
  }
  const leaveKeyword = () => {
    // As it is stored, and as viewers will read it.
    form.set({ keyword: values.keyword.normalize('NFKC').trim().toUpperCase() })
    form.check('keyword')
  }
  return (
    <Drawer
      open
      onClose={close}
      title={t(readOnly ? 'form.show' : id === undefined ? 'form.create' : 'form.edit')}
      width={drawerWidth}
      footer={
        readOnly ? undefined : (
          <div className={css.footer}>
            <div className={css.state} role="status">
              {form.failure !== undefined && <span className={css.failure}>{form.failure}</span>}
              {form.failure === undefined && form.draftAtMs === undefined && form.dirty && t('form.changed')}
              {form.failure === undefined && form.draftAtMs !== undefined && (
                <>
                  {t('form.draft', { time: f.near(form.draftAtMs) })}
                  <button type="button" className={css.drop} onClick={() => form.reset()}>
                    {t('form.dropDraft')}
                  </button>
                </>
              )}
            </div>
            <Button onClick={close}>{labels.cancel}</Button>
            {id === undefined && (
              <Button
                type="submit"
                form={formId}
                className={css.next}
                disabled={form.saving || picturesOnTheWay}
                onClick={() => (goesOn.current = true)}
              >
                {t('form.saveNext')}
              </Button>
            )}
            <Button
              type="submit"
              form={formId}
              kind="primary"
              busy={form.saving}
              disabled={picturesOnTheWay}
              onClick={() => (goesOn.current = false)}
            >
              {t(picturesOnTheWay ? 'form.picturesOnTheWay' : 'form.save')}
            </Button>
          </div>
        )
      }
    >
      <div className={css.columns}>
        <form id={formId} className={css.form} onSubmit={(event) => void form.submit(event)} noValidate>
          <FormSection title={t('section.basic')} why={t('section.basicWhy')}>
            <LabelledInput
              {...form.field('productName')}
              ref={nameField}
              label={t('field.productName')}
              required
              max={80}
              autoFocus={id === undefined}
              disabled={readOnly}
            />
            <TwoColumns>
              <LabelledInput
                {...form.field('keyword')}
                onBlur={leaveKeyword}
                label={t('field.keyword')}
                description={t('field.keywordHint')}
                optional
                placeholder="A01"
                disabled={readOnly}
              />
              <LabelledInput
                {...form.field('unit')}
                label={t('field.unit')}
                description={t('field.unitHint')}
                optional
                disabled={readOnly}
              />
            </TwoColumns>
            <ImagesPicker
              name="images"
              label={t('field.images')}
              description={t('field.imagesHint')}
              value={values.images}
              onChange={(urls) => form.set({ images: urls })}
              error={form.errorBelow('images')}
              max={maxImages}
              crop
              onBusy={onBusy}
              disabled={readOnly}
            />
          </FormSection>
          <FormSection title={t('section.price')} why={t('section.priceWhy')}>
            <PriceFields form={form} currency={currency} disabled={readOnly} />
          </FormSection>
          <FormSection title={t('section.stock')} why={t('section.stockWhy')}>
            <VariantsField
              rows={values.variants}
              unit={values.unit}
              onChange={(variants) => form.set({ variants })}
              onLeave={(path) => form.check(path)}
              errorAt={form.errorAt}
              disabled={readOnly}
            />
            <TwoColumns>
              <LabelledInput
                {...form.field('perPersonLimit')}
                label={t('field.perPersonLimit')}
                description={t('field.perPersonLimitHint')}
                optional
                inputMode="numeric"
                disabled={readOnly}
              />
            </TwoColumns>
          </FormSection>
          <FormSection title={t('section.terms')} why={t('section.termsWhy')}>
            <LabelledSelect
              {...form.field('returnException')}
              label={t('field.returnException')}
              description={t('field.returnExceptionHint')}
              placeholder={t('field.returnExceptionNone')}
              clearable
              choices={returnExceptions.map((reason) => ({
                value: reason,
                label: returnExceptionNames[reason][language],
              }))}
              disabled={readOnly}
            />
            <LabelledSwitch
              name="offSale"
              label={t('field.offSale')}
              description={t('field.offSaleHint')}
              value={values.offSale}
              onChange={(offSale) => form.set({ offSale })}
              disabled={readOnly}
            />
          </FormSection>
          <GoodsSection form={form} disabled={readOnly} />
          <FormSection title={t('section.description')} why={t('section.descriptionWhy')}>
            <RichTextInput
              {...form.field('description')}
              label={t('field.description')}
              placeholder={t('field.descriptionExample')}
              max={descriptionMax}
              onBusy={onTextBusy}
              disabled={readOnly}
            />
          </FormSection>
        </form>
        <aside className={css.aside} aria-label={t('preview.title')}>
          <ProductPreview values={values} currency={currency} />
        </aside>
      </div>
      <MergeDialog {...merging} />
      {leaving && (
        <LeaveQuestion
          onStay={() => setLeaving(false)}
          onLeave={() => {
            form.reset()
            onClose()
          }}
        />
      )}
    </Drawer>
  )
}

/** As the contract has them. */
const maxImages = 12
const descriptionMax = 4000
