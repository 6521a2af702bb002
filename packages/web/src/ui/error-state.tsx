import { IconRefresh } from '@tabler/icons-react'
import { Button } from './button.tsx'
import { EmptyState } from './empty-state.tsx'
import { icon16 } from './icon-props.ts'
import { useLabels } from './labels.tsx'

export interface ErrorStateProps {
  /** What happened. */
  readonly title: string
  /** What to do about it. */
  readonly text?: string | undefined
  readonly onRetry?: (() => void) | undefined
}

export const ErrorState = ({ title, text, onRetry }: ErrorStateProps) => {
  const labels = useLabels()
  return (
    <div role="alert">
      <EmptyState
        art="trouble"
        title={title}
        text={text}
        action={
          onRetry && (
            <Button icon={<IconRefresh {...icon16} />} onClick={onRetry}>
              {labels.retry}
            </Button>
          )
        }
      />
    </div>
  )
}
