import { normalizeText } from '../common/normalize-text.ts'

/** Words that ask wherever they stand: written without a question mark they still wait for an answer. */
const asking =
  /什麼|甚麼|啥|哪(?!怕)|誰|怎麼|怎樣|如何|為何|為什|多少(?!.*都)|幾(?:號|點|天|個|顆|克|公分|歲|種|款|色|元|塊|包|瓶|入|時)|多久|多大|多長|多重|何時|可不可以|能不能|會不會|有沒有|是不是|要不要|好不好|還有嗎/
/** At the end of what is said, the particles that turn it into a question. */
const closing = /(?:嗎|呢|咧|麼|沒有|了沒|好嗎|可以嗎)[~～。.!！\s]*$/
const latin =
  /^(?:what|when|where|who|why|which|how|is|are|do|does|did|can|could|will|would|should|any|may)\b|\b(?:how (?:much|many|long|big)|what (?:size|colou?r|time))\b/
/** A lone mark, or a reaction such as '???', asks nothing that could be answered. */
const words = /[\p{L}\p{N}]/u

/** Whether a comment reads like a question, in Chinese or English; who asks by the button says so and needs no guess. */
export const isQuestion = (text: string): boolean => {
  const plain = normalizeText(text)
  if (!words.test(plain) || /https?:/.test(plain)) return false
  return (
    /\?[\s~～!！]*$/.test(plain) ||
    /[^\s]\?\s/.test(plain) ||
    asking.test(plain) ||
    closing.test(plain) ||
    latin.test(plain)
  )
}
