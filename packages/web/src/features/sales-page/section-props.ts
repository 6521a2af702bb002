import type { Product } from '@kaimai/contract/product/product.routes.ts'
import type { SchemaForm } from '../../lib/form/use-schema-form.ts'
import type { KnownThings, SalesPageFields } from './page-values.ts'
import type { ContentEditing } from './use-content.ts'

export interface SectionProps {
  readonly form: SchemaForm<SalesPageFields>
}

/** Of a section that works on the blocks or on what is sold. */
export interface ContentSectionProps extends SectionProps {
  readonly content: ContentEditing
  readonly known: KnownThings
  readonly onSeen: (seen: ReadonlyMap<string, Product>) => void
}
