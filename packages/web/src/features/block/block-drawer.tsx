import type { BlockDetail } from '@kaimai/contract/block/block.routes.ts'
import { useQuery } from '@tanstack/react-query'
import { clsx } from 'clsx'
import { useFormat, useText } from '../../lib/i18n/use-text.tsx'
import { Button } from '../../ui/button.tsx'
import { DetailSection, DetailSections, Fact, Facts } from '../../ui/details.tsx'
import { TimeText } from '../../ui/figure.tsx'
import { LoadedDrawer } from '../../ui/loaded-drawer.tsx'
import { Avatar } from '../../ui/thumb.tsx'
import { Timeline } from '../../ui/timeline.tsx'
import { BlockChip } from './block-person.tsx'
import css from './block-drawer.module.css'
import { blockShown } from './block.api.ts'
import { nameOf, useBlockActions } from './use-block-actions.tsx'

/** A block beside the list: who, why, by whom, and what the person said. */
export const BlockDrawer = (props: { id: string; readOnly: boolean; onClose: () => void }) => {
  const t = useText('block')
  const actions = useBlockActions()
  const query = useQuery(blockShown(props.id))
  const buttons = (block: BlockDetail) => (
    <div className={css.footer}>
      {block.state !== 'permanent' && (
        <Button kind="danger" onClick={() => void actions.askPermanent(block)} disabled={actions.busy}>
          {t('action.permanent')}
        </Button>
      )}
      <span className="grow" />
      {block.state === 'cancelled' ? (
        <Button onClick={() => actions.again(block)} busy={actions.busy}>
          {t('action.again')}
        </Button>
      ) : (
        <Button kind="primary" onClick={() => actions.cancel(block)} busy={actions.busy}>
          {t('action.cancel')}
        </Button>
      )}
    </div>
  )
  return (
    <LoadedDrawer
      query={query}
      title={(block) => nameOf(t, block)}
      loading={t('show.loading')}
      width={520}
      fields={5}
      footer={props.readOnly ? undefined : buttons}
      onClose={props.onClose}
    >
      {(block) => <Details block={block} />}
    </LoadedDrawer>
  )
}

const Details = ({ block }: { block: BlockDetail }) => {
  const t = useText('block')
  const f = useFormat()
  const { state, liveId, liveName, fromLiveId, fromLiveName, phone, email, hasDevice, reason, said } = block
  const facts: readonly (readonly [string, string])[] = [
    [t('column.scope'), liveId === null ? t('scope.allLong') : t('scope.oneLong', { live: liveName })],
    ...(fromLiveId !== null && liveId === null ? [[t('show.from'), fromLiveName] as const] : []),
    [t('column.reason'), reason || t('show.noReason')],
    [t('show.phone'), phone || '—'],
    [t('show.email'), email || '—'],
    [t('show.device'), t(hasDevice ? 'show.deviceYes' : 'show.deviceNo')],
  ]
  return (
    <DetailSections>
      <div className="row">
        <Avatar name={nameOf(t, block)} size={44} />
        <div>
          <BlockChip state={state} />
          <p className={clsx('lead-line', css.means)}>{t(`means.${state}`)}</p>
        </div>
      </div>
      <DetailSection title={t('section.facts')}>
        <Facts>
          {facts.map(([name, value]) => (
            <Fact key={name} label={name}>
              {value}
            </Fact>
          ))}
        </Facts>
      </DetailSection>
      <DetailSection title={t('section.history')}>
        <History block={block} />
      </DetailSection>
      <DetailSection
        title={
          <>
            {t('section.said')} {said.length > 0 && <span className="caption">{f.number(said.length)}</span>}
          </>
        }
      >
        {said.length === 0 ? (
          <p className={css.quiet}>{t('show.saidNothing')}</p>
        ) : (
          <ul className={css.said}>
            {said.map(({ text, at, liveName: where }, index) => (
              // oxlint-disable-next-line react/no-array-index-key
              <li key={`${at}-${index}`}>
                <p>{text}</p>
                <p className="meta">
                  <TimeText iso={at}>{f.near(at)}</TimeText>
                  <span>{where}</span>
                </p>
              </li>
            ))}
          </ul>
        )}
      </DetailSection>
    </DetailSections>
  )
}

/** Each step with its time and who took it, the newest last. */
const History = ({ block }: { block: BlockDetail }) => {
  const t = useText('block')
  const f = useFormat()
  const steps = [
    { what: 'made', at: block.createdAt, by: block.byName },
    { what: 'permanent', at: block.permanentAt, by: block.permanentByName },
    { what: 'cancelled', at: block.cancelledAt, by: block.cancelledByName },
  ].flatMap(({ what, at, by }) => (at === null ? [] : [{ what, at, by }]))
  return (
    <Timeline
      steps={steps
        .toSorted((a, b) => (a.at < b.at ? -1 : 1))
        .map(({ what, at, by }) => ({ at, time: f.near(at), title: t(`history.${what}`), by }))}
    />
  )
}
