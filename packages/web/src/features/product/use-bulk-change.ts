import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useText } from '../../lib/i18n/use-text.tsx'
import { useLabels } from '../../ui/labels.tsx'
import { toast } from '../../ui/toast.tsx'
import { changeProducts, productKey, undoProducts } from './product.api.ts'

type BulkSent = Parameters<typeof changeProducts>[0]

/** Changes many products in one call and offers to take it back. */
export const useBulkChange = <T>(bodyOf: (input: T) => BulkSent, ownErrors = false) => {
  const t = useText('product')
  const labels = useLabels()
  const queries = useQueryClient()
  const undo = useMutation({
    mutationFn: undoProducts,
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: productKey })
      toast.good(t('done.undone'))
    },
  })
  return useMutation({
    mutationFn: (input: T) => changeProducts(bodyOf(input)),
    meta: { ownErrors },
    onSuccess: async ({ changed, undo: before }) => {
      await queries.invalidateQueries({ queryKey: productKey })
      toast.good(t('done.bulk', { count: changed }), {
        undo: { label: labels.undo, run: () => undo.mutate(before) },
      })
    },
  })
}
