import { fail } from '@kaimai/contract/common/error.ts'
import { common } from '@kaimai/contract/common/error-text.ts'
import { letterTypes } from '@kaimai/contract/letter/letter.rules.ts'
import { emailLetterChoices, reminderChoices, ticketErrors } from '@kaimai/contract/signup/signup-parts.ts'
import { signupErrors } from '@kaimai/contract/signup/signup.errors.ts'
import type { SignupBody } from '@kaimai/contract/signup/signup.routes.ts'
import type { LetterContents } from '@kaimai/contract/letter/letter-blocks.ts'
import type { LiveReader } from '../live/live-reader.service.ts'
import type { LiveService } from '../live/live.service.ts'
import type { ProductService } from '../product/product.service.ts'

/** What forms ask of the letters that firms write. */
export interface LetterTexts {
  /** The firm's own text of that type; undefined: there is none by this choice. */
  readonly contentsOf: (firmId: string, type: number, choice: string) => Promise<LetterContents | undefined>
  /**
   * Throws `invalid` at the field for a choice that is no text message of the firm's, and for one whose text must not be
   * sent. `builtIn`: the one that is sent where a firm has none.
   */
  readonly checkSms: (firmId: string, choice: string, field: string) => Promise<void>
}

export interface FormCheckDeps {
  readonly lives: Pick<LiveService, 'slotTemplates'>
  readonly liveReader: Pick<LiveReader, 'findMany'>
  readonly products: Pick<ProductService, 'onSale'>
  readonly letterTexts: LetterTexts
}

const reminders = [
  ['liveNoticeTemplate', letterTypes.liveNotice],
  ['liveBeginsTemplate', letterTypes.liveBegins],
] as const

/** What a form may say that its schema cannot know; errors name the field. */
export const createFormCheck = ({ lives, liveReader, products, letterTexts }: FormCheckDeps) => {
  const checkSeries = async (firmId: string, body: SignupBody): Promise<void> => {
    const { seriesList } = body
    if (seriesList.length === 0) return
    const ids = seriesList.map(({ id }) => id)
    const twice = ids.findIndex((id, index) => ids.indexOf(id) < index)
    if (twice >= 0) throw fail('invalid', { fields: { [`seriesList.${twice}.id`]: common.wrongChoice } })
    const templates = await lives.slotTemplates(
      firmId,
      seriesList.map(({ templateLiveId }) => templateLiveId),
    )
    const wrong = seriesList.findIndex(
      ({ templateLiveId }) => !templates.some(({ liveId }) => liveId === templateLiveId),
    )
    if (wrong >= 0)
      throw fail('invalid', { fields: { [`seriesList.${wrong}.templateLiveId`]: signupErrors.noTemplate } })
  }

  const checkTicket = async (firmId: string, body: SignupBody): Promise<void> => {
    const fields = ticketErrors(body)
    if (Object.keys(fields).length > 0) throw fail('invalid', { fields })
    const { productId } = body.ticketInfo
    if (body.pageType === 'order' && productId !== null && !(await products.onSale(firmId, [productId])).has(productId))
      throw fail('invalid', { fields: { 'ticketInfo.productId': common.wrongChoice } })
  }

  /** A public form has a session, and a paid one its ticket. */
  const checkPublishable = (form: Pick<SignupBody, 'pageType' | 'ticketInfo'>, sessions: number): void => {
    const fields = ticketErrors(form)
    if (Object.keys(fields).length > 0) throw fail('invalid', { fields })
    if (sessions === 0) throw fail('invalid', { fields: { sessionInfoList: signupErrors.noSession } })
  }

  /** The words for what is built in, or a template of the firm that is there still and of that type. */
  const checkLetters = async (firmId: string, body: SignupBody): Promise<void> => {
    const { emailLetterTemplate, smsLetterTemplate } = body
    const isBuiltIn = emailLetterChoices.some((choice) => choice === emailLetterTemplate)
    if (!isBuiltIn && !(await letterTexts.contentsOf(firmId, letterTypes.signupComplete, emailLetterTemplate)))
      throw fail('invalid', { fields: { emailLetterTemplate: signupErrors.letterGone } })
    for (const [field, type] of reminders) {
      const choice = body[field]
      const isWord = reminderChoices.some((word) => word === choice)
      if (!isWord && !(await letterTexts.contentsOf(firmId, type, choice)))
        throw fail('invalid', { fields: { [field]: signupErrors.reminderGone } })
    }
    if (smsLetterTemplate !== 'none') await letterTexts.checkSms(firmId, smsLetterTemplate, 'smsLetterTemplate')
  }

  const check = async (firmId: string, body: SignupBody): Promise<void> => {
    await checkTicket(firmId, body)
    await checkLetters(firmId, body)
    const ids = body.sessionInfoList.map(({ liveId }) => liveId)
    if (new Set(ids).size !== ids.length)
      throw fail('invalid', { fields: { sessionInfoList: signupErrors.sessionTwice } })
    if (body.published) checkPublishable(body, ids.length + body.seriesList.length)
    await checkSeries(firmId, body)
    const found = new Set((await liveReader.findMany(firmId, ids)).map(({ id }) => id))
    const missing = ids.findIndex((id) => !found.has(id))
    if (missing >= 0) throw fail('invalid', { fields: { [`sessionInfoList.${missing}.liveId`]: common.wrongChoice } })
  }

  return { check, checkPublishable }
}
