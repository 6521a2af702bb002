import type { SalesPageRow } from '@kaimai/contract/sales-page/sales-page.routes.ts'
import {
  IconCopyPlus,
  IconExternalLink,
  IconEyeOff,
  IconPencil,
  IconPlayerStop,
  IconShare2,
  IconTrash,
} from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { isCallError } from '../../lib/http/call-error.ts'
import { useText } from '../../lib/i18n/use-text.tsx'
import { paths } from '../../lib/paths/paths.ts'
import { useMay } from '../../lib/session/use-session.tsx'
import { askToConfirm } from '../../ui/confirm.tsx'
import type { MenuItem } from '../../ui/dropdown-menu.tsx'
import { icon16 } from '../../ui/icon-props.ts'
import { toast } from '../../ui/toast.tsx'
import { fieldsOf, type SalesPageFields } from './page-values.ts'
import { salePath } from './public-address.ts'
import { changeSalesPage, loadSalesPage, removeSalesPage, salesPageKey } from './sales-page.api.ts'

/** Shows what went wrong unless the app has shown it; the question stays open. */
const withErrorToast = async (work: Promise<unknown>): Promise<void> => {
  try {
    await work
  } catch (error) {
    if (isCallError(error) && !error.handled) toast.bad(error.message)
    throw error
  }
}

/** What can be done with a page of the list. */
export const useSalesPageActions = (onShare: (row: SalesPageRow) => void) => {
  const t = useText('sales-page')
  const queries = useQueryClient()
  const mayWrite = useMay('stream', true)
  const renew = () => queries.invalidateQueries({ queryKey: salesPageKey })

  const change = async (id: string, patch: Partial<SalesPageFields>) => {
    const page = await loadSalesPage(id)
    await changeSalesPage(id, { ...fieldsOf(page), ...patch, version: page.version })
  }
  const ask = async (what: 'unpublish' | 'close', row: SalesPageRow, patch: Partial<SalesPageFields>) => {
    const agreed = await askToConfirm({
      title: t(`${what}.title`, { title: row.title }),
      text: t(`${what}.text`),
      ok: t(`${what}.ok`),
      danger: true,
      run: () => withErrorToast(change(row.id, patch)),
    })
    if (!agreed) return
    await renew()
    toast.good(t(`${what}.done`, { title: row.title }))
  }
  const remove = async (row: SalesPageRow) => {
    const agreed = await askToConfirm({
      title: t('remove.title', { title: row.title }),
      text: t('remove.text'),
      ok: t('remove.ok'),
      danger: true,
      run: () => withErrorToast(removeSalesPage(row.id)),
    })
    if (!agreed) return
    await renew()
    toast.good(t('remove.done', { title: row.title }))
  }
  const removeMany = async (rows: readonly SalesPageRow[]): Promise<boolean> => {
    const agreed = await askToConfirm({
      title: t('remove.many', { count: rows.length }),
      text: t('remove.text'),
      ok: t('remove.ok'),
      danger: true,
      run: async () => {
        for (const { id } of rows) await withErrorToast(removeSalesPage(id))
      },
    })
    await renew()
    if (agreed) toast.good(t('remove.manyDone', { count: rows.length }))
    return agreed
  }

  const itemsOf = (row: SalesPageRow): readonly MenuItem[] => {
    const { id, customUrl, state } = row
    const isPublic = state !== 'draft'
    return [
      ...(mayWrite
        ? [{ label: t('action.edit'), icon: <IconPencil {...icon16} />, to: paths.salesPageEdit({ pageId: id }) }]
        : []),
      ...(isPublic
        ? [
            {
              label: t('action.open'),
              icon: <IconExternalLink {...icon16} />,
              run: () => void window.open(salePath(customUrl), '_blank', 'noopener'),
            },
            { label: t('action.share'), icon: <IconShare2 {...icon16} />, run: () => onShare(row) },
          ]
        : []),
      ...(mayWrite
        ? [
            {
              label: t('action.copy'),
              icon: <IconCopyPlus {...icon16} />,
              to: paths.salesPageNew({ from: id }),
            },
            'line' as const,
            ...(state === 'open'
              ? [
                  {
                    label: t('action.close'),
                    icon: <IconPlayerStop {...icon16} />,
                    run: () => void ask('close', row, closedNow(row.beginAt)),
                  },
                ]
              : []),
            ...(isPublic
              ? [
                  {
                    label: t('action.unpublish'),
                    icon: <IconEyeOff {...icon16} />,
                    run: () => void ask('unpublish', row, { published: false }),
                  },
                ]
              : []),
            {
              label: t('action.remove'),
              icon: <IconTrash {...icon16} />,
              danger: true,
              run: () => void remove(row),
            },
          ]
        : []),
    ]
  }
  return { itemsOf, removeMany, mayWrite }
}

/** Ends a page that is open: from now on it says that it is over. */
export const closedNow = (beginAt: string | null): Partial<SalesPageFields> => {
  const now = new Date().toISOString()
  // A begin of this very moment would be after the end.
  return beginAt !== null && beginAt >= now ? { beginAt: null, endAt: now } : { endAt: now }
}
