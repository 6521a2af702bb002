import type { SalesPage } from '@kaimai/contract/sales-page/sales-page.routes.ts'
import { SalesPageFields } from '@kaimai/contract/sales-page/sales-page.schema.ts'
import { useSaveAndPublish } from '../../lib/form/use-save-and-publish.ts'
import { useText } from '../../lib/i18n/use-text.tsx'
import { paths } from '../../lib/paths/paths.ts'
import { toast } from '../../ui/toast.tsx'
import { keepImage } from '../video/video.api.ts'
import { fieldsOf, picturesOf } from './page-values.ts'
import { changeSalesPage, createSalesPage, loadSalesPage, salesPageKey } from './sales-page.api.ts'

interface SaveOptions {
  /** As it was saved; undefined: a new page. */
  readonly page: SalesPage | undefined
  readonly start: SalesPageFields
  readonly draft: string
  readonly onPublished: () => void
  /** What was saved: what the form shows of it besides its fields. */
  readonly onSaved: (page: SalesPage) => void
}

/** The form and its ways to be saved: as a draft, published, taken down, ended. */
export const useSalesPageSave = ({ page, start, draft, onPublished, onSaved }: SaveOptions) => {
  const t = useText('sales-page')
  return useSaveAndPublish<SalesPageFields, SalesPage>({
    schema: SalesPageFields,
    start,
    draft,
    edited: page && { id: page.id, version: page.version, rows: { rowKeys: { blockList: 'id' } } },
    key: salesPageKey,
    load: loadSalesPage,
    valuesOf: fieldsOf,
    picturesOf,
    keepPicture: keepImage,
    pictureGone: t('form.pictureGone'),
    send: (values, version) => (page ? changeSalesPage(page.id, { ...values, version }) : createSalesPage(values)),
    editPath: ({ id }) => paths.salesPageEdit({ pageId: id }),
    onSaved: (now, wasPublished) => {
      if (now.published && !wasPublished) onPublished()
      else toast.good(t(doneWord(wasPublished, now)))
      if (page) onSaved(now)
    },
  })
}

const doneWord = (wasPublished: boolean, { published, state }: SalesPage): string => {
  if (wasPublished && !published) return 'done.unpublished'
  return state === 'closed' ? 'done.closed' : 'done.saved'
}
