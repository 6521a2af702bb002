import { type Language, languages } from '@kaimai/contract/common/language.ts'
import type { Answer } from '@kaimai/contract/common/route.ts'
import { isSms } from '@kaimai/contract/letter/letter.rules.ts'
import type { letterTemplateRoutes } from '@kaimai/contract/letter-template/letter-template.routes.ts'
import { editableContents } from '@kaimai/contract/letter-template/letter-template.rules.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useFormat, useLanguage, useText } from '../../lib/i18n/use-text.tsx'
import { Button } from '../../ui/button.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { LoadedDrawer } from '../../ui/loaded-drawer.tsx'
import { Segmented } from '../../ui/segmented.tsx'
import { SkeletonForm } from '../../ui/skeleton.tsx'
import { StatusChip } from '../../ui/status-chip.tsx'
import { letterTypeText } from '../letter/letter-labels.ts'
import { SmsPreview } from '../letter/sms-text.api.tsx'
import css from './letter-template.module.css'
import { type TemplateFields, templateVersion, templateVersions } from './letter-template.api.ts'
import { TemplatePreview } from './template-preview.tsx'
import { smsTextIn } from './template-values.ts'

type Version = Answer<typeof letterTemplateRoutes.version>

interface TemplateVersionsProps {
  readonly id: string
  /** Puts what a version says into the form; undefined: the form can only be read. */
  readonly onRestore:
    | ((said: Pick<TemplateFields, 'letterTemplateType' | 'contents'>, savedAt: string) => void)
    | undefined
  readonly onClose: () => void
}

/** What was saved of a template, each version as its recipients saw it. */
export const TemplateVersions = ({ id, onRestore, onClose }: TemplateVersionsProps) => {
  const t = useText('letter-template')
  const query = useQuery(templateVersions(id))
  const [chosen, setChosen] = useState<number>()
  const version = chosen ?? query.data?.[0]?.version
  const shown = useQuery({ ...templateVersion(id, version ?? 0), enabled: version !== undefined })
  const restore = ({ letterTemplateType, contents, savedAt }: Version) =>
    onRestore?.({ letterTemplateType, contents: editableContents(letterTemplateType, contents) }, savedAt)
  const footer = onRestore && (
    <Button kind="primary" disabled={!shown.data} onClick={() => shown.data && restore(shown.data)}>
      {t('versions.restore')}
    </Button>
  )
  return (
    <LoadedDrawer
      query={query}
      title={() => t('versions.title')}
      loading={t('versions.title')}
      width={960}
      fields={4}
      onClose={onClose}
      footer={() => footer}
    >
      {(versions) => (
        <div className={css.versions}>
          <ul className={css.versionList} aria-label={t('versions.title')}>
            {versions.map((each, at) => (
              <li key={each.version}>
                <VersionRow
                  version={each}
                  isNow={at === 0}
                  isChosen={each.version === version}
                  onChoose={() => setChosen(each.version)}
                />
              </li>
            ))}
          </ul>
          {shown.data ? (
            <VersionShown key={shown.data.version} version={shown.data} />
          ) : shown.isError ? (
            <ErrorState title={shown.error.message} onRetry={() => void shown.refetch()} />
          ) : (
            <SkeletonForm fields={4} />
          )}
        </div>
      )}
    </LoadedDrawer>
  )
}

interface VersionRowProps {
  readonly version: Omit<Version, 'contents'>
  readonly isNow: boolean
  readonly isChosen: boolean
  readonly onChoose: () => void
}

const VersionRow = ({ version, isNow, isChosen, onChoose }: VersionRowProps) => {
  const t = useText('letter-template')
  const letterText = useText('letter')
  const f = useFormat()
  const { savedAt, savedBy, letterTemplateName, letterTemplateType } = version
  return (
    <button type="button" className={css.version} aria-pressed={isChosen} onClick={onChoose}>
      <span className="wrap">
        <time dateTime={savedAt}>{f.dateTime(savedAt)}</time>
        {isNow && <StatusChip colour="green">{t('versions.now')}</StatusChip>}
      </span>
      <span className="caption">
        {[savedBy, letterTemplateName, letterTypeText(letterText, letterTemplateType)]
          .filter((each) => each !== '')
          .join('・')}
      </span>
    </button>
  )
}

const VersionShown = ({ version: { letterTemplateType, contents } }: { version: Version }) => {
  const t = useText('letter-template')
  const [language, setLanguage] = useState<Language>(useLanguage())
  const written = editableContents(letterTemplateType, contents)
  return (
    <div className={css.preview}>
      <Segmented
        label={t('field.language')}
        value={language}
        onChange={setLanguage}
        options={languages.map((each) => ({ value: each, label: t(`language.${each}`) }))}
      />
      {isSms(letterTemplateType) ? (
        <SmsPreview texts={[{ language, text: smsTextIn(written[language]) }]} />
      ) : (
        <TemplatePreview letter={{ letterTemplateType, contents: written, language }} isVersion />
      )}
    </div>
  )
}
