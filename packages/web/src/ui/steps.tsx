import { IconAlertCircle, IconCheck } from '@tabler/icons-react'
import { useLabels } from './labels.tsx'
import css from './steps.module.css'

export interface Step {
  /** Id of the section it jumps to, or what `onStep` gets. */
  readonly id: string
  readonly label: string
  readonly state: 'done' | 'open' | 'faulty'
}

export interface StepsProps {
  readonly label: string
  readonly steps: readonly Step[]
  readonly current: string
  /** Without it a step scrolls to the section of its id. */
  readonly onStep?: (id: string) => void
}

const scrollToSection = (id: string) => document.getElementById(id)?.scrollIntoView({ behavior: 'smooth' })

/** The steps of a long form: which are done, which have an error, and where the user is. */
export const Steps = ({ label, steps, current, onStep = scrollToSection }: StepsProps) => {
  const labels = useLabels()
  return (
    <nav className={css.steps} aria-label={label}>
      {steps.map((step) => (
        <button
          key={step.id}
          type="button"
          className={css.step}
          data-state={step.state}
          aria-current={step.id === current ? 'step' : undefined}
          onClick={() => onStep(step.id)}
        >
          {step.state === 'done' && <IconCheck size={14} stroke={2.5} role="img" aria-label={labels.done} />}
          {step.state === 'faulty' && <IconAlertCircle size={14} stroke={2} aria-hidden="true" />}
          {step.state === 'open' && <i aria-hidden="true" />}
          {step.label}
        </button>
      ))}
    </nav>
  )
}
