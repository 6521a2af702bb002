import type { Payout } from '@kaimai/contract/commission/commission.schema.ts'
import { IconArrowBackUp, IconBuildingBank, IconCheck, IconPlus } from '@tabler/icons-react'
import { useState } from 'react'
import { useFormat, useText } from '../../lib/i18n/use-text.tsx'
import { useList } from '../../lib/list/use-list.ts'
import { useMay } from '../../lib/session/use-session.tsx'
import { Button } from '../../ui/button.tsx'
import type { Column } from '../../ui/data-table.tsx'
import type { MenuItem } from '../../ui/dropdown-menu.tsx'
import { MoneyText, TimeText, TwoLines } from '../../ui/figure.tsx'
import { icon16 } from '../../ui/icon-props.ts'
import { commissionKey, listPayouts } from './commission.api.ts'
import { LedgerPage } from './ledger-page.tsx'
import { MakePayout } from './make-payout.tsx'
import { PayoutDrawer } from './payout-drawer.tsx'
import { PayoutChip, sumOf } from './payout-state.tsx'
import { usePayoutActions } from './use-payout-actions.ts'

/** Batches of transfers to partners: made, taken to the bank, and undone until the bank has them. */
export const PayoutListPage = () => {
  const t = useText('commission')
  const f = useFormat()
  const mayWrite = useMay('setting', true)
  const list = useList({ key: [...commissionKey, 'payout', 'list'], load: listPayouts })
  const [isMaking, setMaking] = useState(false)
  const [opened, setOpened] = useState<string>()
  const { bankFile, askToSend, askToUndo } = usePayoutActions()
  const shown = list.rows.find(({ id }) => id === opened)
  const nameOf = ({ createdAt }: Payout): string => f.dateTime(createdAt)

  const actions = (payout: Payout): MenuItem[] =>
    payout.state === 'undone'
      ? []
      : [
          {
            label: t('payout.bankFile'),
            icon: <IconBuildingBank {...icon16} />,
            run: () => bankFile.mutate(payout),
          },
          ...(payout.state === 'made'
            ? [
                {
                  label: t('payout.markSent'),
                  icon: <IconCheck {...icon16} />,
                  run: () => void askToSend(payout),
                },
                'line' as const,
                {
                  label: t('payout.undo'),
                  icon: <IconArrowBackUp {...icon16} />,
                  danger: true,
                  run: () => void askToUndo(payout),
                },
              ]
            : []),
        ]
  const money = (key: 'gross' | 'withheld' | 'net', amountOf: (payout: Payout) => number): Column<Payout> => ({
    key,
    title: t(`payout.${key}`),
    align: 'right',
    card: 'fact',
    width: 128,
    render: (payout) => <MoneyText value={f.money({ amount: amountOf(payout), currency: payout.currency })} />,
  })
  const columns: Column<Payout>[] = [
    {
      key: 'createdAt',
      title: t('payout.createdAt'),
      card: 'main',
      render: ({ createdAt, createdBy }) => (
        <TwoLines sub={createdBy}>
          <TimeText iso={createdAt}>{f.dateTime(createdAt)}</TimeText>
        </TwoLines>
      ),
    },
    {
      key: 'state',
      title: t('list.state'),
      card: 'bare',
      width: 120,
      render: ({ state }) => <PayoutChip state={state} />,
    },
    {
      key: 'partners',
      title: t('payout.partners'),
      align: 'right',
      card: 'fact',
      width: 96,
      render: ({ items }) => f.number(items.length),
    },
    money('gross', (payout) => sumOf(payout, 'gross')),
    money('withheld', (payout) => sumOf(payout, 'tax') + sumOf(payout, 'premium')),
    money('net', (payout) => sumOf(payout, 'net')),
  ]
  return (
    <LedgerPage<Payout>
      page="payout"
      table={list.table}
      columns={columns}
      rowName={nameOf}
      onRow={({ id }) => setOpened(id)}
      {...(mayWrite ? { actions } : {})}
      buttons={
        mayWrite ? (
          <Button kind="primary" icon={<IconPlus {...icon16} />} aria-haspopup="dialog" onClick={() => setMaking(true)}>
            {t('payout.make')}
          </Button>
        ) : undefined
      }
    >
      {isMaking && <MakePayout onClose={() => setMaking(false)} />}
      {shown && <PayoutDrawer payout={shown} title={nameOf(shown)} onClose={() => setOpened(undefined)} />}
    </LedgerPage>
  )
}
