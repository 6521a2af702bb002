import type { Question } from '@kaimai/contract/signup/signup-parts.ts'
import { useText } from '../../lib/i18n/use-text.tsx'
import css from './preview-question.module.css'

/** One own question as the page asks it. */
export const PreviewQuestion = ({ question }: { question: Question }) => {
  const t = useText('signup')
  const { kind, label, required, options } = question
  const choices = kind === 'yesNo' ? [t('preview.yes'), t('preview.no')] : options.filter((option) => option !== '')
  const isChoice = kind === 'yesNo' || kind === 'oneChoice' || kind === 'manyChoices'
  return (
    <div className={css.question}>
      <p>
        {label || t('question.placeholder')}
        {required && <i>＊</i>}
      </p>
      {isChoice ? (
        <div className={css.choices} data-row={kind === 'yesNo' || undefined}>
          {choices.map((choice) => (
            <span key={choice} data-many={kind === 'manyChoices' || undefined}>
              <i className={css.radio} />
              {choice}
            </span>
          ))}
        </div>
      ) : (
        <span className={css.box} data-kind={kind}>
          {kind === 'date' && t('preview.date')}
        </span>
      )}
    </div>
  )
}
