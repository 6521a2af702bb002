import { Signup } from '@kaimai/contract/signup/signup.routes.ts'
import type { z } from 'zod'
import { firstTone } from './tones.ts'

/** What the form edits: the contract's form without what only the server sets. */
export const SignupFields = Signup.omit({ id: true, createdAt: true })
export type SignupFields = z.input<typeof SignupFields>

/** Texts that a new form begins with, in the merchant's language. */
export interface FirstWords {
  readonly signupCountdownTitle: string
  readonly signupSuccessInfo: string
  readonly signupNotice: string
}

export const newForm = (words: FirstWords, customUrl: string): SignupFields => ({
  pageType: 'free',
  signupName: '',
  customUrl,
  colorToneId: firstTone,
  signupTitle: '',
  signupContent: '',
  screenTopText: '',
  metaTitle: '',
  metaDescription: '',
  orderNoPrefix: '',
  posterInfoList: [],
  metaImage: '',
  countyRequired: false,
  sessionInfoList: [],
  published: false,
  ...words,
})

/** The fields of a form as the server answers it. */
export const fieldsOf = (form: z.output<typeof Signup>): SignupFields => ({
  pageType: form.pageType,
  signupName: form.signupName,
  customUrl: form.customUrl,
  colorToneId: form.colorToneId,
  signupTitle: form.signupTitle,
  signupContent: form.signupContent,
  signupCountdownTitle: form.signupCountdownTitle,
  signupSuccessInfo: form.signupSuccessInfo,
  signupNotice: form.signupNotice,
  screenTopText: form.screenTopText,
  metaTitle: form.metaTitle,
  metaDescription: form.metaDescription,
  orderNoPrefix: form.orderNoPrefix,
  posterInfoList: form.posterInfoList,
  metaImage: form.metaImage,
  countyRequired: form.countyRequired,
  sessionInfoList: form.sessionInfoList,
  published: form.published,
})

/** Parts of the form, in its order: which fields each holds. */
export const sections = {
  basics: ['signupName', 'customUrl'],
  sessions: ['sessionInfoList'],
  page: ['signupTitle', 'screenTopText', 'colorToneId', 'posterInfoList', 'signupContent', 'signupCountdownTitle'],
  after: ['countyRequired', 'signupNotice', 'signupSuccessInfo'],
  share: ['metaTitle', 'metaDescription', 'metaImage'],
} as const satisfies Record<string, readonly (keyof SignupFields)[]>
export type SectionId = keyof typeof sections
export const sectionIds = Object.keys(sections) as SectionId[]

/** What must be there for a section to count as done. */
const needed: Readonly<Record<SectionId, (values: SignupFields) => boolean>> = {
  basics: ({ signupName, customUrl }) => signupName.trim() !== '' && customUrl.trim() !== '',
  sessions: ({ sessionInfoList }) => sessionInfoList.length > 0,
  page: ({ signupTitle, signupContent }) => signupTitle.trim() !== '' && signupContent !== '',
  after: ({ signupSuccessInfo, signupNotice }) => signupSuccessInfo.trim() !== '' && signupNotice.trim() !== '',
  share: ({ metaTitle, metaDescription }) => metaTitle.trim() !== '' && metaDescription.trim() !== '',
}

export type SectionState = 'done' | 'open' | 'faulty'

/** How a section stands; `faults` are the paths with a fault. */
export const sectionState = (id: SectionId, values: SignupFields, faults: readonly string[]): SectionState => {
  const isFaulty = sections[id].some((name) => faults.some((path) => path === name || path.startsWith(`${name}.`)))
  if (isFaulty) return 'faulty'
  return needed[id](values) ? 'done' : 'open'
}

/** Which face of the preview shows a field. */
export type Face = 'before' | 'after' | 'card'
export const faceOf = (field: string): Face => {
  if (field === 'signupSuccessInfo') return 'after'
  return field.startsWith('meta') ? 'card' : 'before'
}
