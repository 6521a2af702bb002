import { clsx } from 'clsx'
import { useText } from '../../../../lib/i18n/use-text.tsx'
import css from './step-bar.module.css'
import { type Step, steps } from './steps.ts'

/** How far one is. */
export const StepBar = ({ current }: { readonly current: Step }) => {
  const t = useText('room')
  const at = steps.indexOf(current)
  return (
    <ol className={css.steps} aria-label={t('checkout.steps')}>
      {steps.map((step, index) => (
        <li
          key={step}
          className={clsx(index < at && css.past, index === at && css.now)}
          aria-current={index === at ? 'step' : undefined}
        >
          {t(`steps.${step}`)}
        </li>
      ))}
    </ol>
  )
}
