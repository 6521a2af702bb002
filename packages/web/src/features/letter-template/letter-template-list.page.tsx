import type { LetterTemplate } from '@kaimai/contract/letter-template/letter-template.resource.ts'
import { IconCopy, IconPencil, IconTrash } from '@tabler/icons-react'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useFormat, useLanguage, useText } from '../../lib/i18n/use-text.tsx'
import { useList } from '../../lib/list/use-list.ts'
import { paths } from '../../lib/paths/paths.ts'
import { useMay } from '../../lib/session/use-session.tsx'
import { ListPage } from '../../resource/list-page.tsx'
import { Button } from '../../ui/button.tsx'
import { askToConfirm } from '../../ui/confirm.tsx'
import type { Column } from '../../ui/data-table.tsx'
import type { MenuItem } from '../../ui/dropdown-menu.tsx'
import { TimeText } from '../../ui/figure.tsx'
import { icon16 } from '../../ui/icon-props.ts'
import { StatusChip } from '../../ui/status-chip.tsx'
import { toast } from '../../ui/toast.tsx'
import { FilterSelect } from '../../ui/toolbar.tsx'
import { letterTypeText } from '../letter/letter-labels.ts'
import css from './letter-template.module.css'
import { builtInTexts, letterTemplateKey, loadTemplates, removeTemplate } from './letter-template.api.ts'
import { ownTypes } from './template-values.ts'

const copyOf = (what: string): string => `${paths.mailTemplateCreate()}?${what}`

export const LetterTemplateListPage = () => {
  const t = useText('letter-template')
  const letterText = useText('letter')
  const f = useFormat()
  const mayWrite = useMay('form', true)
  const queries = useQueryClient()
  const list = useList({
    key: [...letterTemplateKey, 'list'],
    load: loadTemplates,
    filters: { letterTemplateType: ownTypes },
    sort: '-createdAt',
  })
  const remove = useMutation({
    mutationFn: (id: string) => removeTemplate(id),
    onSuccess: () => queries.invalidateQueries({ queryKey: letterTemplateKey }),
  })
  const askToRemove = ({ id, letterTemplateName: name }: LetterTemplate) =>
    askToConfirm({
      title: t('remove.title', { name }),
      text: t('remove.text'),
      ok: t('action.remove'),
      danger: true,
      run: async () => {
        await remove.mutateAsync(id)
        toast.good(t('remove.done', { name }))
      },
    })
  const columns: Column<LetterTemplate>[] = [
    {
      key: 'letterTemplateName',
      title: t('column.name'),
      card: 'main',
      sortable: true,
      render: ({ letterTemplateName }) => <b className="clip">{letterTemplateName}</b>,
    },
    {
      key: 'letterTemplateType',
      title: t('column.type'),
      card: 'bare',
      width: 200,
      render: ({ letterTemplateType }) => letterTypeText(letterText, letterTemplateType),
    },
    {
      key: 'createdAt',
      title: t('column.createdAt'),
      card: 'bare',
      sortable: true,
      width: 152,
      render: ({ createdAt }) => <TimeText iso={createdAt}>{f.near(createdAt)}</TimeText>,
    },
  ]
  const actions = (row: LetterTemplate): MenuItem[] => {
    if (!mayWrite) return []
    return [
      {
        label: t('action.edit'),
        icon: <IconPencil {...icon16} />,
        to: paths.mailTemplateEdit({ letterTemplateId: row.id }),
      },
      { label: t('action.copy'), icon: <IconCopy {...icon16} />, to: copyOf(`from=${row.id}`) },
      'line',
      {
        label: t('action.remove'),
        icon: <IconTrash {...icon16} />,
        danger: true,
        run: () => void askToRemove(row),
      },
    ]
  }
  return (
    <ListPage<LetterTemplate>
      texts="letter-template"
      list={list}
      columns={columns}
      art="letter"
      create={mayWrite ? { label: t('action.create'), to: paths.mailTemplateCreate() } : undefined}
      rowName={({ letterTemplateName }) => letterTemplateName}
      rowTo={({ id }) => paths.mailTemplateEdit({ letterTemplateId: id })}
      filters={
        <FilterSelect
          label={t('column.type')}
          value={list.filters.letterTemplateType}
          onChange={(type) => list.setFilter('letterTemplateType', type)}
          choices={ownTypes.map((type) => ({ value: type, label: letterTypeText(letterText, Number(type)) }))}
        />
      }
      actions={actions}
    >
      <BuiltInTexts mayCopy={mayWrite} />
    </ListPage>
  )
}

/** What is sent where no text of the firm is chosen. */
const BuiltInTexts = ({ mayCopy }: { mayCopy: boolean }) => {
  const t = useText('letter-template')
  const letterText = useText('letter')
  const language = useLanguage()
  const { data = [] } = useQuery(builtInTexts)
  if (data.length === 0) return null
  return (
    <section className={css.builtIn} aria-labelledby="built-in">
      <h2 id="built-in">{t('builtIn.title')}</h2>
      <p className="caption">{t('builtIn.lead')}</p>
      <ul>
        {data.map(({ letterTemplateType: type, contents }) => {
          const name = letterTypeText(letterText, type)
          return (
            <li key={type} className={css.row}>
              <span className={css.words}>
                <b className="clip">{name}</b>
                <small className="clip caption">{contents[language].subject}</small>
              </span>
              <StatusChip>{t('builtIn.chip')}</StatusChip>
              {mayCopy && (
                <Button size="s" to={copyOf(`builtIn=${type}`)} aria-label={t('builtIn.copy', { name })}>
                  {t('action.copy')}
                </Button>
              )}
            </li>
          )
        })}
      </ul>
    </section>
  )
}
