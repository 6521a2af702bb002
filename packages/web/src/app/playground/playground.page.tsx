import type { ReactNode } from 'react'
import { useText } from '../../lib/i18n/use-text.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { FieldExamples } from './field-examples.tsx'
import { FormExample } from './form-example.tsx'
import { ListExamples } from './list-examples.tsx'
import { OverlayExamples } from './overlay-examples.tsx'
import css from './playground.module.css'
import { SmallExamples } from './small-examples.tsx'

const tokens = [
  'ink',
  'muted',
  'line',
  'ground',
  'surface',
  'accent',
  'accent-soft',
  'live-ink',
  'live-soft',
  'good-ink',
  'good-soft',
  'warn',
  'warn-soft',
  'info',
  'info-soft',
  'purple',
  'purple-soft',
  'grey-soft',
] as const

/** Every component of ui/ with its states. */
export const PlaygroundPage = () => {
  const t = useText('app')
  return (
    <div className={css.page}>
      <PageHeader title={t('playground.title')} lead={t('playground.lead')} />
      <Section title={t('playground.colours')}>
        <div className={css.row}>
          {tokens.map((token) => (
            <span key={token} className={css.swatch}>
              <i style={{ background: `var(--${token})` }} />
              {token}
            </span>
          ))}
        </div>
      </Section>
      <Section title={t('playground.small')}>
        <SmallExamples />
      </Section>
      <Section title={t('playground.fields')}>
        <FieldExamples />
      </Section>
      <section className={css.section}>
        <FormExample />
      </section>
      <Section title={t('playground.lists')}>
        <ListExamples />
      </Section>
      <Section title={t('playground.overlays')}>
        <OverlayExamples />
      </Section>
    </div>
  )
}

const Section = ({ title, children }: { title: string; children: ReactNode }) => (
  <section className={css.section}>
    <h2>{title}</h2>
    {children}
  </section>
)
