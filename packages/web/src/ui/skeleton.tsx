import { useLabels } from './labels.tsx'
import css from './loading.module.css'

const Bar = ({ width, height }: { width: number | string; height: number }) => (
  <span className={css.bar} style={{ width, height }} />
)

const times = (count: number) => Array.from({ length: count }, (_, index) => `place-${index}`)

/** The shape of a list while it loads. */
export const SkeletonList = ({ rows = 6 }: { rows?: number }) => {
  const labels = useLabels()
  return (
    <div role="status" aria-label={labels.loading}>
      {times(rows).map((key) => (
        <div key={key} className={css.row}>
          <Bar width={80} height={45} />
          <Bar width="60%" height={14} />
          <Bar width={72} height={14} />
        </div>
      ))}
    </div>
  )
}

/** The shape of a form while it loads. */
export const SkeletonForm = ({ fields = 5 }: { fields?: number }) => {
  const labels = useLabels()
  return (
    <div className="stack" role="status" aria-label={labels.loading}>
      {times(fields).map((key) => (
        <div key={key} className="stack">
          <Bar width={120} height={14} />
          <Bar width="100%" height={40} />
        </div>
      ))}
    </div>
  )
}
