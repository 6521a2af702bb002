import type { Product } from '@kaimai/contract/product/product.routes.ts'
import { IconArrowRight } from '@tabler/icons-react'
import { clsx } from 'clsx'
import { useFormat, useText } from '../../lib/i18n/use-text.tsx'
import { Button } from '../../ui/button.tsx'
import { Modal } from '../../ui/modal.tsx'
import { Thumb } from '../../ui/thumb.tsx'
import { useLabels } from '../../ui/labels.tsx'
import css from './changes-panel.module.css'
import { isListChange, type LiveChange, type PlainChange } from './live-changes.ts'
import { showSeconds } from './live-time.ts'
import { useValueLabels } from './use-value-labels.ts'

interface ChangesPanelProps {
  readonly changes: readonly LiveChange[]
  readonly known: ReadonlyMap<string, Product>
  /** Names of videos that were chosen here. */
  readonly videoNames: ReadonlyMap<string, string>
  readonly onClose: () => void
}

/** Lines of one list that are shown; the rest is counted. */
const maxLines = 12

const secondsOf = (at: number | null): string => (at === null || !Number.isFinite(at) ? '—' : showSeconds(at))

type Thing = { [K in 'added']: Extract<LiveChange, { added: unknown }>['added'][number] }['added']

/** What differs from what is saved: before and after. */
export const ChangesPanel = ({ changes, known, videoNames, onClose }: ChangesPanelProps) => {
  const t = useText('live')
  return (
    <Modal
      open
      onClose={onClose}
      title={t('changes.title')}
      width={640}
      footer={<Button onClick={onClose}>{t('changes.close')}</Button>}
    >
      <dl className={css.list}>
        {changes.map((change) => (
          <div key={change.field} className={css.change}>
            <dt>{t(`field.${change.field}`)}</dt>
            {isListChange(change) ? (
              <ListLines change={change} known={known} />
            ) : (
              <PlainLine change={change} videoNames={videoNames} />
            )}
          </div>
        ))}
      </dl>
    </Modal>
  )
}

const PlainLine = ({ change, videoNames }: { change: PlainChange; videoNames: ReadonlyMap<string, string> }) => {
  const t = useText('live')
  const words = useValueLabels(videoNames)
  const shown = (value: PlainChange['before']) =>
    change.field === 'liveImage' && value !== '' ? (
      <Thumb src={String(value)} alt={t('field.liveImage')} />
    ) : (
      <span>{words(change.field, value)}</span>
    )
  return (
    <dd className={clsx('break-words wrap', css.plain)}>
      <del className="struck">{shown(change.before)}</del>
      <IconArrowRight className="icon-muted" size={16} stroke={1.75} role="img" aria-label={t('changes.becomes')} />
      <ins>{shown(change.after)}</ins>
    </dd>
  )
}

const ListLines = ({
  change,
  known,
}: {
  change: Extract<LiveChange, { added: unknown }>
  known: ReadonlyMap<string, Product>
}) => {
  const t = useText('live')
  const labels = useLabels()
  const partsOf = useThingParts(known)
  const describe = (thing: Thing) => partsOf(thing).filter(Boolean).join(' ')
  /** Its name, and of the rest only what differs. */
  const difference = (before: Thing, after: Thing) => {
    const was = partsOf(before)
    const [name = '', ...is] = partsOf(after)
    const differing = ['', ...is].flatMap((part, at) =>
      at > 0 && part !== was[at] ? [`${was[at] || '—'} → ${part || '—'}`] : [],
    )
    const named = name === was[0] ? name : `${was[0] ?? ''} → ${name}`
    return differing.length === 0 ? named : labels.pair(named, labels.series(differing))
  }
  const lines = [
    ...change.added.map((thing) => ({ sign: '+', text: describe(thing) })),
    ...change.removed.map((thing) => ({ sign: '−', text: describe(thing) })),
    ...change.changed.map(([before, after]) => ({ sign: '±', text: difference(before, after) })),
    ...(change.moved ? [{ sign: '↕', text: t('changes.moved') }] : []),
  ]
  const signs = { '+': 'added', '−': 'removed', '±': 'changed', '↕': 'moved' } as const
  return (
    <dd className="break-words">
      <ul>
        {lines.slice(0, maxLines).map(({ sign, text }, index) => (
          <li key={`${sign}${index}`} data-kind={signs[sign as keyof typeof signs]}>
            <i aria-hidden="true">{sign}</i>
            <span className="sr-only">{labels.pair(t(`changes.${signs[sign as keyof typeof signs]}`), '')}</span>
            <span>{text}</span>
          </li>
        ))}
      </ul>
      {lines.length > maxLines && (
        <p className={clsx('caption', css.more)}>{t('changes.more', { count: lines.length - maxLines })}</p>
      )}
    </dd>
  )
}

/** One row of a list: its name, then its values, each part always at the same place. */
const useThingParts = (known: ReadonlyMap<string, Product>) => {
  const t = useText('live')
  const f = useFormat()
  const nameOf = (id: string) => known.get(id)?.productName ?? t('products.gone')
  const until = (at: number | null) => (at === null ? '' : `–${secondsOf(at)}`)
  return (thing: Thing): readonly string[] => {
    if (typeof thing === 'string') return [thing.startsWith('/') ? t('changes.picture') : thing]
    if ('commentText' in thing) return [thing.userName, secondsOf(thing.commentTime), thing.commentText]
    if ('userName' in thing) return [thing.userName, secondsOf(thing.at), nameOf(thing.productId), `×${thing.quantity}`]
    if ('question' in thing)
      return [thing.question, secondsOf(thing.at), thing.options.join(' / '), `${thing.seconds}s`]
    if ('prize' in thing)
      return [thing.prize, secondsOf(thing.at), thing.word, `×${thing.winners}`, `${thing.seconds}s`]
    if ('text' in thing) return [thing.text, `${secondsOf(thing.at)}${until(thing.until ?? null)}`, thing.url]
    if ('count' in thing && 'seconds' in thing)
      return [secondsOf(thing.at), t('changes.hearts', { count: thing.count }), `${thing.seconds}s`]
    if ('count' in thing) return [secondsOf(thing.at), t('changes.people', { count: thing.count })]
    const price = thing.livePrice ?? null
    const currency = known.get(thing.productId)?.currency ?? 'TWD'
    return [
      nameOf(thing.productId),
      price === null || !Number.isFinite(price) ? '' : f.money({ amount: price, currency }),
      thing.showAt === null ? '' : `${secondsOf(thing.showAt)}${until(thing.hideAt)}`,
      thing.showLeft === false ? t('changes.leftHidden') : '',
    ]
  }
}
