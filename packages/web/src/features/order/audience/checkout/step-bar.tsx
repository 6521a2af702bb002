import { clsx } from 'clsx'
import { useText } from '../../../../lib/i18n/use-text.tsx'
import css from './step-bar.module.css'
import type { Step } from './steps.ts'

/** How far one is. */
export const StepBar = ({
  steps,
  current,
}: {
  readonly steps: readonly { readonly step: Step; readonly name: string }[]
  readonly current: Step
}) => {
  const t = useText('checkout')
  const at = steps.findIndex(({ step }) => step === current)
  return (
    <ol className={css.steps} aria-label={t('checkout.steps')}>
      {steps.map(({ step, name }, index) => (
        <li
          key={step}
          className={clsx(index < at && css.past, index === at && css.now)}
          aria-current={index === at ? 'step' : undefined}
        >
          {name}
        </li>
      ))}
    </ol>
  )
}
