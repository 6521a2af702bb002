import { IconPlus, IconUpload } from '@tabler/icons-react'
import { useText } from '../../lib/i18n/use-text.tsx'
import { paths } from '../../lib/paths/paths.ts'
import { Button } from '../../ui/button.tsx'
import { DropdownMenu } from '../../ui/dropdown-menu.tsx'
import { icon16 } from '../../ui/icon-props.ts'

/** What the staff begins from the list of orders. */
export const OrderActions = ({ onCreate }: { onCreate: () => void }) => {
  const t = useText('order')
  return (
    <>
      <DropdownMenu
        items={[
          { label: t('statement.import'), to: paths.manageStatement() },
          { label: t('settlement.import'), to: paths.manageSettlement() },
        ]}
        renderTrigger={(trigger) => (
          <Button {...trigger} size="s" icon={<IconUpload {...icon16} />}>
            {t('list.import')}
          </Button>
        )}
      />
      <Button kind="primary" size="s" icon={<IconPlus {...icon16} />} aria-haspopup="dialog" onClick={onCreate}>
        {t('newOrder.create')}
      </Button>
    </>
  )
}
