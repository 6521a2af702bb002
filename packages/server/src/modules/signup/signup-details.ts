import { fail } from '@kaimai/contract/common/error.ts'
import { common } from '@kaimai/contract/common/error-text.ts'
import { isCounty } from '@kaimai/contract/signup/county.rules.ts'
import { readAnswers } from '@kaimai/contract/signup/question.rules.ts'
import { signupErrors } from '@kaimai/contract/signup/signup.errors.ts'
import type { SignUpBody } from '@kaimai/contract/signup/public-signup.schema.ts'
import type { SignupFormRow } from './signup.tables.ts'

/** What is wrong with the county and the answers, by field path; the details to keep. */
export const readDetails = (
  { content }: SignupFormRow,
  body: Pick<SignUpBody, 'answers' | 'county' | 'name' | 'timeZone'>,
) => {
  const { answers, errors } = readAnswers(content.questionList, body.answers)
  if (content.countyRequired && body.county === '') errors['county'] = signupErrors.fillCounty
  else if (body.county !== '' && !isCounty(body.county)) errors['county'] = common.wrongChoice
  if (Object.keys(errors).length > 0) throw fail('invalid', { fields: errors })
  return { name: body.name, county: body.county, timeZone: body.timeZone, answers }
}
