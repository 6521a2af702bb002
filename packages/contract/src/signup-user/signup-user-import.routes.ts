import { firm } from '../common/access.ts'
import { Nothing } from '../common/fields.ts'
import { importRoutesAt } from '../common/import-run.ts'
import { defineRoutes } from '../common/route.ts'
import { SignupUserImportBody } from './signup-user.schema.ts'

/** People out of a file, into a session of a form. */
export const signupUserImportRoutes = defineRoutes(
  'console',
  importRoutesAt('/signup/import_signup_user', firm('form', 'write'), {
    what: 'people for a session of a form',
    body: SignupUserImportBody,
    start: Nothing,
  }),
)
