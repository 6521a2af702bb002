import { picturesOfRichText } from '@kaimai/contract/common/rich-text.rules.ts'
import { richTextOf } from '@kaimai/contract/common/rich-text-read.rules.ts'
import type { Signup } from '@kaimai/contract/signup/signup.routes.ts'
import type { z } from 'zod'
import { useSaveAndPublish } from '../../lib/form/use-save-and-publish.ts'
import { useText } from '../../lib/i18n/use-text.tsx'
import { paths } from '../../lib/paths/paths.ts'
import { toast } from '../../ui/toast.tsx'
import { keepImage } from '../video/video.api.ts'
import { fieldsOf, SignupFields } from './form-values.ts'
import { sessionsToKeep } from './session-list.ts'
import { changeSignup, createSignup, type LiveToOffer, loadSignup, signupKey } from './signup.api.ts'

interface SignupSaveOptions {
  readonly id: string | undefined
  /** Of the form that is edited; undefined: a new one. */
  readonly version: number | undefined
  readonly start: SignupFields
  readonly lives: readonly LiveToOffer[]
  readonly draft: string
  readonly onPublished: (customUrl: string) => void
}

const picturesOf = ({ posterInfoList, metaImage, backgroundImage, signupContent }: SignupFields) =>
  [
    ...posterInfoList.map((url) => ({ url, field: 'posterInfoList' })),
    { url: metaImage, field: 'metaImage' },
    { url: backgroundImage, field: 'backgroundImage' },
    ...picturesOfRichText(richTextOf(signupContent)).map(({ src }) => ({ url: src, field: 'signupContent' })),
  ].filter(({ url }) => url.startsWith('/media/image/'))

const rows = { rowKeys: { sessionInfoList: 'liveId', seriesList: 'id', questionList: 'id' } }

/** The form and its ways to be saved: as a draft, published, or taken down. */
export const useSignupSave = ({ id, version, start, lives, draft, onPublished }: SignupSaveOptions) => {
  const t = useText('signup')
  const isOpen = (liveId: string) => lives.some((live) => live.liveId === liveId)
  return useSaveAndPublish<SignupFields, z.output<typeof Signup>>({
    schema: SignupFields,
    start,
    draft,
    edited: id === undefined || version === undefined ? undefined : { id, version, rows },
    key: signupKey,
    load: loadSignup,
    valuesOf: fieldsOf,
    picturesOf,
    keepPicture: keepImage,
    pictureGone: t('form.pictureGone'),
    send: (values, from) => {
      const body = { ...values, sessionInfoList: sessionsToKeep(values.sessionInfoList, isOpen) }
      return id === undefined ? createSignup(body) : changeSignup(id, { ...body, version: from })
    },
    editPath: (now) => paths.manageFormEdit({ pageStatus: 'edit', pageType: now.pageType, pageId: now.id }),
    onSaved: (now, wasPublished) => {
      if (now.published && !wasPublished) onPublished(now.customUrl)
      else toast.good(t(wasPublished && !now.published ? 'done.unpublished' : 'done.saved'))
    },
  })
}
