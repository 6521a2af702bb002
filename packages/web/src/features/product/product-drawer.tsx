import { useQuery } from '@tanstack/react-query'
import { useText } from '../../lib/i18n/use-text.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { Drawer } from '../../ui/modal.tsx'
import { SkeletonForm } from '../../ui/skeleton.tsx'
import { drawerWidth, type ProductDrawerProps, ProductEditor } from './product-editor.tsx'
import { productShown } from './product.api.ts'

/** A product beside the list: made, changed, or read. */
export const ProductDrawer = (props: ProductDrawerProps) => {
  const { id, copyOf, onClose } = props
  const t = useText('product')
  const wanted = id ?? copyOf
  const query = useQuery({ ...productShown(wanted ?? ''), enabled: wanted !== undefined, staleTime: 0, gcTime: 0 })
  if (wanted === undefined || query.data) return <ProductEditor {...props} product={query.data} />
  return (
    <Drawer open onClose={onClose} title={t(id === undefined ? 'form.create' : 'form.edit')} width={drawerWidth}>
      {query.isError ? (
        <ErrorState title={query.error.message} onRetry={() => void query.refetch()} />
      ) : (
        <SkeletonForm fields={6} />
      )}
    </Drawer>
  )
}
