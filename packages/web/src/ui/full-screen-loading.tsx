import { useLabels } from './labels.tsx'
import css from './loading.module.css'

/** Covers the page while nothing on it can be used. */
export const FullScreenLoading = () => (
  <div className={css.full}>
    <Spinner />
  </div>
)

const Spinner = () => {
  const labels = useLabels()
  return (
    <div role="status" aria-label={labels.loading}>
      <div className={css.spin} />
    </div>
  )
}
