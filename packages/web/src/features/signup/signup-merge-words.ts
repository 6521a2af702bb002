import { plainRichText } from '@kaimai/contract/common/rich-text.rules.ts'
import { richTextOf } from '@kaimai/contract/common/rich-text-read.rules.ts'
import type { MergeWords } from '../../lib/form/use-merge-dialog.ts'
import { useText } from '../../lib/i18n/use-text.tsx'
import type { SignupFields } from './form-values.ts'
import type { SessionOffer } from './signup.api.ts'

/** The texts of the fields, where they aren't called as the fields are. */
const words: Readonly<Record<string, string>> = {
  signupName: 'form.name',
  customUrl: 'form.customUrl',
  colorToneId: 'form.tone',
  signupTitle: 'form.title',
  signupContent: 'form.content',
  signupCountdownTitle: 'form.countdown',
  signupSuccessInfo: 'form.success',
  signupNotice: 'form.notice',
  screenTopText: 'form.topText',
  orderNoPrefix: 'form.orderNoPrefix',
  posterInfoList: 'form.posters',
  countyRequired: 'form.county',
  peek: 'form.peek',
  sessionInfoList: 'section.sessions',
  seriesList: 'series.list',
  questionList: 'question.list',
  backgroundImage: 'form.background',
  emailLetterTemplate: 'form.emailLetter',
  smsLetterTemplate: 'form.smsLetter',
  liveNoticeTemplate: 'form.liveNotice',
  liveBeginsTemplate: 'form.liveBegins',
  ticketInfo: 'section.ticket',
  published: 'publish.field',
}
const parts: Readonly<Record<string, string>> = {
  ticketName: 'ticket.name',
  price: 'ticket.price',
  productId: 'ticket.product',
  title: 'sessions.title',
  capacity: 'sessions.capacity',
  required: 'question.required',
}

/** What the parts of a form are called when two people have changed them. */
export const useSignupMergeWords = (offer: SessionOffer): MergeWords<SignupFields> => {
  const t = useText('signup')
  return {
    field: (name) => t(words[name] ?? `form.${name}`),
    row: (field, key, values) => {
      if (field === 'questionList') return values.questionList.find(({ id }) => id === key)?.label
      if (field === 'seriesList') return values.seriesList.find(({ id }) => id === key)?.title
      if (field !== 'sessionInfoList') return undefined
      const title = values.sessionInfoList.find(({ liveId }) => liveId === key)?.title
      return title || offer.lives.find(({ liveId }) => liveId === key)?.liveName
    },
    part: (_, name) => {
      const word = parts[name]
      return word === undefined ? undefined : t(word)
    },
    show: ([field, , part], value) => {
      if (field === 'signupContent' && typeof value === 'string') return plainRichText(richTextOf(value))
      const isPrice = field === 'ticketInfo' && typeof value === 'number'
      return isPrice && part === undefined ? `NT$${(value / 100).toLocaleString('en-US')}` : undefined
    },
  }
}
