import { z } from 'zod'
import { viewer } from '../common/access.ts'
import { Nothing } from '../common/fields.ts'
import { defineRoutes } from '../common/route.ts'
import { Profile, ProfileBody, unlockDigits } from './profile.schema.ts'

/** What a viewer has saved with the merchant, by the personal link and the device. */
export const profileRoutes = defineRoutes('room', {
  show: {
    method: 'GET',
    path: '/live/profile',
    summary: "The viewer's saved data and orders; redacted on a device that is not known yet.",
    access: viewer,
    answer: Profile,
    added: true,
  },
  unlock: {
    method: 'POST',
    path: '/live/profile/unlock',
    summary: 'Opens the saved data on this device by the last 3 digits of the phone; 5 tries a day.',
    access: viewer,
    body: z.object({ lastDigits: z.string().regex(new RegExp(`^\\d{${unlockDigits}}$`)) }),
    answer: Profile,
    errors: ['wrongCredentials', 'tooManyRequests', 'noData'],
    added: true,
  },
  change: {
    method: 'PUT',
    path: '/live/profile',
    summary: 'Changes what is saved; only on a device that is known.',
    access: viewer,
    body: ProfileBody,
    answer: Profile,
    errors: ['forbidden', 'tooManyRequests'],
    added: true,
  },
  forget: {
    method: 'DELETE',
    path: '/live/profile',
    summary: 'Forgets what is saved, on every device; orders stay.',
    access: viewer,
    answer: Nothing,
    errors: ['forbidden'],
    added: true,
  },
})
