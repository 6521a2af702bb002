import { z } from 'zod'
import { Id, Line, Link, OptionalLine, PictureUrl } from '../common/fields.ts'
import { PhoneInput } from '../common/phone.ts'

/** The name a firm has until it gives its own (spec: the new-merchant modal opens on it). */
export const defaultFirmName = '新商家'

export const isDefaultFirmName = (name: string): boolean => name.trim() === '' || name === defaultFirmName

export const NewFirmSetting = z.object({
  name: Line(60),
  userName: Line(60),
  userPhone: PhoneInput,
  firmId: Id,
  userId: Id,
})

/** Settings of a firm as its members read them. Secrets are never in an answer: only whether they are set. */
export const FirmSetting = z.object({
  id: Id,
  name: z.string(),
  imgUrl: z.string(),
  contactLink: z.string(),
  legalName: z.string(),
  taxId: z.string(),
  legalAddress: z.string(),
  legalPhone: z.string(),
  orderNoPrefix: z.string(),
  disclosure: z.boolean(),
  bombmyDomainName: z.string(),
  pointSafetyStockNotice: z.number().int().nullable(),
  oneDeviceStatus: z.boolean(),
})

export const FirmSettingChange = z
  .object({
    name: Line(60),
    /** A URL answered by move_img. */
    imgUrl: PictureUrl,
    contactLink: Link(300),
    legalName: OptionalLine(100),
    taxId: OptionalLine(8),
    legalAddress: OptionalLine(200),
    legalPhone: OptionalLine(40),
    orderNoPrefix: z
      .string()
      .trim()
      .regex(/^[A-Z0-9]{0,6}$/),
    pointSafetyStockNotice: z.number().int().min(0).max(1e9).nullable(),
    oneDeviceStatus: z.boolean(),
  })
  .partial()
