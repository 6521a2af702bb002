import { closeCodes } from '@kaimai/contract/room/room.protocol.ts'
import { emptyRoom } from '@kaimai/contract/room/room.reducer.ts'
import { clsx } from 'clsx'
import { useText } from '../../lib/i18n/use-text.tsx'
import { useDocumentTitle } from '../playground/gallery.tsx'
import css from './bench.module.css'
import { changeOf, closeExamples, factExamples, statesAfter, clientMessageExamples } from './protocol-examples.ts'

const states = statesAfter()

/** /Proto: the room's protocol by examples, each run through the reducer that the room runs on. */
export const ProtoPage = () => {
  const t = useText('playground')
  useDocumentTitle(t('proto.title'))
  return (
    <div className={css.page}>
      <header className={css.head}>
        <h1>{t('proto.title')}</h1>
        <p>{t('proto.lead')}</p>
      </header>
      <section>
        <h2>{t('bench.messages')}</h2>
        <ul className={css.frames}>
          {clientMessageExamples.map((message) => (
            <li key={message.t}>
              <h3>
                <code>{message.t}</code>
              </h3>
              <p>{t(`bench.message.${message.t}`)}</p>
              <Json label={t('bench.example')} value={message} />
            </li>
          ))}
        </ul>
      </section>
      <section>
        <h2>{t('bench.facts')}</h2>
        <p className={css.note}>{t('bench.step')}</p>
        <ol className={css.frames}>
          {factExamples.map(({ name, fact }, at) => (
            <li key={name} className={css.two}>
              <div>
                <h3>
                  {t(`bench.title.${name}`)} <code>{fact.t}</code>
                </h3>
                <p>{t(`bench.fact.${fact.t}`)}</p>
                <Json label={t('bench.example')} value={fact} />
              </div>
              <Change label={t('bench.after')} none={t('bench.noChange')} at={at} />
            </li>
          ))}
        </ol>
      </section>
      <section>
        <h2>{t('bench.closes')}</h2>
        <dl className={clsx('stack-s', css.closes)}>
          {closeExamples.map((reason) => (
            <div key={reason}>
              <dt>
                <code>
                  {closeCodes[reason]} {reason}
                </code>
              </dt>
              <dd>{t(`bench.close.${reason}`)}</dd>
            </div>
          ))}
        </dl>
      </section>
    </div>
  )
}

const Change = ({ label, none, at }: { label: string; none: string; at: number }) => {
  const before = states[at - 1] ?? { ...emptyRoom, pending: states[0]?.pending ?? [] }
  const after = states[at]
  const change = after ? changeOf(before, after) : {}
  return (
    <div>
      <p className={css.caption}>{label}</p>
      {Object.keys(change).length === 0 ? <p className={css.note}>{none}</p> : <Json label={label} value={change} />}
    </div>
  )
}

const Json = ({ label, value }: { label: string; value: object }) => (
  // Long lines scroll, by keyboard too.
  // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
  <pre className={css.json} tabIndex={0} aria-label={label}>
    {JSON.stringify(value, null, 2)}
  </pre>
)
