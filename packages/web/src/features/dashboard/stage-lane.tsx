import type { StageItem } from '@kaimai/contract/figure/retention.schema.ts'
import { clsx } from 'clsx'
import css from './stage-lane.module.css'

export interface LaneItem {
  readonly kind: StageItem['kind']
  /** Seconds since the begin. */
  readonly from: number
  readonly until: number
  /** Said under the pointer. */
  readonly name: string
}

/** What stood on the stage when, along a chart's axis of time; the chart and its table say the same to all. */
export const StageLane = ({ items, until }: { readonly items: readonly LaneItem[]; readonly until: number }) => (
  <div className={css.lane} aria-hidden="true">
    {items.map(({ kind, name, ...item }, place) => (
      <span
        key={place}
        className={clsx(css.item, css[kind])}
        title={name}
        style={{
          left: `${(item.from / until) * 100}%`,
          width: `${(Math.max(0, Math.min(item.until, until) - item.from) / until) * 100}%`,
        }}
      />
    ))}
  </div>
)
