import { because } from '@kaimai/contract/common/error-text.ts'
import { ticketErrors } from '@kaimai/contract/signup/signup-parts.ts'
import { Signup } from '@kaimai/contract/signup/signup.routes.ts'
import type { z } from 'zod'
import { firstTone } from '../../ui/tones.ts'

/** What the form edits: the contract's form without what only the server sets. */
export const SignupFields = Signup.omit({ id: true, version: true, createdAt: true }).superRefine((form, context) => {
  for (const [path, reason] of Object.entries(ticketErrors(form)))
    context.addIssue({ code: 'custom', path: path.split('.'), message: because(reason) })
})
export type SignupFields = z.input<typeof SignupFields>

/** Texts that a new form begins with, in the merchant's language. */
export interface FirstWords {
  readonly signupCountdownTitle: string
  readonly signupSuccessInfo: string
  readonly signupNotice: string
}

export const newForm = (
  words: FirstWords,
  customUrl: string,
  pageType: SignupFields['pageType'] = 'free',
): SignupFields => ({
  pageType,
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
  peek: true,
  sessionInfoList: [],
  seriesList: [],
  questionList: [],
  backgroundImage: '',
  emailLetterTemplate: 'builtIn',
  smsLetterTemplate: 'none',
  liveNoticeTemplate: 'firm',
  liveBeginsTemplate: 'firm',
  ticketInfo: { ticketName: '', price: 0, productId: null },
  published: false,
  ...words,
})

/** The fields of a form as the server answers it. */
export const fieldsOf = (form: z.output<typeof Signup>): SignupFields => {
  const { id: _, version: __, createdAt: ___, ...fields } = form
  return fields
}

/** Parts of the form, in its order: which fields each holds. */
export const sections = {
  basics: ['signupName', 'customUrl'],
  // Of its orders: a free form has none of its own, what it holds stays.
  ticket: ['ticketInfo', 'orderNoPrefix'],
  sessions: ['sessionInfoList', 'seriesList'],
  page: [
    'signupTitle',
    'screenTopText',
    'colorToneId',
    'posterInfoList',
    'backgroundImage',
    'signupContent',
    'signupCountdownTitle',
  ],
  questions: ['countyRequired', 'questionList'],
  after: [
    'signupNotice',
    'signupSuccessInfo',
    'emailLetterTemplate',
    'smsLetterTemplate',
    'liveNoticeTemplate',
    'liveBeginsTemplate',
  ],
  share: ['metaTitle', 'metaDescription', 'metaImage'],
} as const satisfies Record<string, readonly (keyof SignupFields)[]>
export type SectionId = keyof typeof sections
const everySection = Object.keys(sections) as SectionId[]
/** Those of a kind of form: only a paid one has a ticket. */
export const sectionsOf = (pageType: SignupFields['pageType']): readonly SectionId[] =>
  everySection.filter((id) => id !== 'ticket' || pageType === 'order')

/** What must be there for a section to count as done. */
const needed: Readonly<Record<SectionId, (values: SignupFields) => boolean>> = {
  basics: ({ signupName, customUrl }) => signupName.trim() !== '' && customUrl.trim() !== '',
  ticket: (values) => Object.keys(ticketErrors(values)).length === 0,
  sessions: ({ sessionInfoList, seriesList }) => sessionInfoList.length + seriesList.length > 0,
  page: ({ signupTitle, signupContent }) => signupTitle.trim() !== '' && signupContent !== '',
  questions: ({ countyRequired, questionList }) => countyRequired || questionList.length > 0,
  after: ({ signupSuccessInfo, signupNotice }) => signupSuccessInfo.trim() !== '' && signupNotice.trim() !== '',
  share: ({ metaTitle, metaDescription }) => metaTitle.trim() !== '' && metaDescription.trim() !== '',
}

export type SectionState = 'done' | 'open' | 'faulty'

/** The state of a section; `faults` are the paths with an error. */
export const sectionState = (id: SectionId, values: SignupFields, errors: readonly string[]): SectionState => {
  const isFaulty = sections[id].some((name) => errors.some((path) => path === name || path.startsWith(`${name}.`)))
  if (isFaulty) return 'faulty'
  return needed[id](values) ? 'done' : 'open'
}

/** Which face of the preview shows a field. */
export type Face = 'before' | 'after' | 'card'
export const viewOf = (field: string): Face => {
  if (field === 'signupSuccessInfo') return 'after'
  return field.startsWith('meta') ? 'card' : 'before'
}
