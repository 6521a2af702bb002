import type { LiveStatus } from '@kaimai/contract/live/live.rules.ts'
import type { Product } from '@kaimai/contract/product/product.routes.ts'
import type { LiveFields } from './live-values.ts'
import type { ChosenVideo } from './video-field.tsx'

/** What the form hands to the timeline (studio/studio.tsx): all it edits are fields of the one form. */
export interface StudioProps {
  /** Undefined: not saved yet. */
  readonly liveId: string | undefined
  readonly status: LiveStatus
  readonly values: LiveFields
  readonly onChange: (patch: Partial<LiveFields>) => void
  readonly video: ChosenVideo | undefined
  /** Length of the programme; undefined while no video is chosen. */
  readonly durationMs: number | undefined
  /** What is known of the products that the live names. */
  readonly known: ReadonlyMap<string, Product>
  readonly onSeen: (seen: ReadonlyMap<string, Product>) => void
  /** The error at a path: `productList.0.showAt`. */
  readonly errorAt: (path: string) => string | undefined
  readonly readOnly: boolean
  /** Place in the form's header for import and export; null while it is not drawn. */
  readonly actionsAt: HTMLElement | null
  /** Receives what the merchant should look at once more; the save bar shows it. */
  readonly onReminders?: (reminders: readonly string[]) => void
}
