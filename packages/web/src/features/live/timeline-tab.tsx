import { lazy, Suspense } from 'react'
import { SkeletonForm } from '../../ui/skeleton.tsx'
import css from './live-form.module.css'
import type { StudioProps } from './studio-props.ts'

const Studio = lazy(() => import('./studio/studio.tsx').then((module) => ({ default: module.Studio })))

/** What happens by itself at which second; comes when it is first opened. */
export const TimelineTab = (props: StudioProps) => (
  <Suspense
    fallback={
      <div className={css.page}>
        <SkeletonForm fields={5} />
      </div>
    }
  >
    <Studio {...props} />
  </Suspense>
)
