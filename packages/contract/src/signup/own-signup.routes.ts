import { z } from 'zod'
import { open } from '../common/access.ts'
import { Id, Nothing } from '../common/fields.ts'
import { Email, PhoneInput } from '../common/phone.ts'
import { defineRoutes } from '../common/route.ts'

const FormUrl = z.string().max(64)
/** ISO country of a number without +. */
const PhoneCountry = z
  .string()
  .regex(/^[A-Z]{2}$/)
  .default('TW')

export const OwnSignup = z.object({
  /** Who signed up, redacted. */
  name: z.string(),
  /** Personal links of the sessions that can still be attended or watched. */
  links: z.array(z.object({ liveId: Id, path: z.string() })),
})
export type OwnSignup = z.output<typeof OwnSignup>

/** What somebody who has signed up does with the own sign-up: gets to it in another browser, and puts it right. */
export const ownSignupRoutes = defineRoutes('room', {
  askCode: {
    method: 'POST',
    path: '/signup/code',
    summary:
      'Asks for a code to get to the own sign-up in this browser. Answered alike whether anybody signed up; the code goes to the e-mail on record.',
    access: open,
    body: z.object({
      customUrl: FormUrl,
      /** The e-mail or the phone that was signed up with. */
      contact: z.string().trim().min(1).max(254),
      phoneCountry: PhoneCountry,
    }),
    answer: Nothing,
    errors: ['notFound', 'tooManyRequests'],
    added: true,
  },
  enterCode: {
    method: 'POST',
    path: '/signup/enter_code',
    summary: 'Gives the code that was sent: from then on the sign-up is at home in this browser too.',
    access: open,
    body: z.object({ customUrl: FormUrl, code: z.string().max(40) }),
    answer: OwnSignup,
    errors: ['notFound', 'gone', 'tooManyRequests'],
    added: true,
  },
  correct: {
    method: 'PUT',
    path: '/signup/own_contact',
    summary:
      'Corrects phone or e-mail of the sign-up that this browser holds; to a new e-mail the links are sent again. Answered alike where it holds none.',
    access: open,
    body: z.object({
      customUrl: FormUrl,
      phone: PhoneInput,
      phoneCountry: PhoneCountry,
      email: Email,
    }),
    answer: Nothing,
    errors: ['notFound', 'tooManyRequests'],
    added: true,
  },
})
