import {
  IconBell,
  IconBuildingStore,
  IconClock,
  IconCreditCard,
  IconFileInvoice,
  IconHistory,
  IconPalette,
  IconRadar,
  IconShieldLock,
  IconTruck,
  IconUsers,
} from '@tabler/icons-react'
import { type ComponentType, lazy } from 'react'
import type { SectionProps } from './section-props.ts'

const part = (load: () => Promise<ComponentType<SectionProps>>) => lazy(async () => ({ default: await load() }))

/** The page's sections in order, one row each; its name is the text `section.<id>`, its sentence `lead.<id>`. */
export const sections = [
  {
    id: 'business',
    icon: IconBuildingStore,
    View: part(() => import('./business-section.tsx').then((m) => m.BusinessSection)),
  },
  {
    id: 'appearance',
    icon: IconPalette,
    View: part(() => import('./appearance-section.tsx').then((m) => m.AppearanceSection)),
  },
  {
    id: 'balance',
    icon: IconClock,
    only: ['owner', 'manager'],
    View: part(() => import('./balance-section.tsx').then((m) => m.BalanceSection)),
  },
  {
    id: 'notify',
    icon: IconBell,
    View: part(() => import('./notify-section.tsx').then((m) => m.NotifySection)),
  },
  {
    id: 'tracking',
    icon: IconRadar,
    View: part(() => import('./tracking-section.tsx').then((m) => m.TrackingSection)),
  },
  {
    id: 'payment',
    icon: IconCreditCard,
    View: part(() => import('./payment-section.tsx').then((m) => m.PaymentSection)),
  },
  {
    id: 'delivery',
    icon: IconTruck,
    View: part(() => import('./delivery-section.tsx').then((m) => m.DeliverySection)),
  },
  {
    id: 'invoice',
    icon: IconFileInvoice,
    View: part(() => import('./invoice-section.tsx').then((m) => m.InvoiceSection)),
  },
  {
    id: 'security',
    icon: IconShieldLock,
    View: part(() => import('./security-section.tsx').then((m) => m.SecuritySection)),
  },
  {
    id: 'members',
    icon: IconUsers,
    only: ['owner', 'manager'],
    View: part(() => import('../member/members-section.tsx').then((m) => m.MembersSection)),
  },
  {
    id: 'audit',
    icon: IconHistory,
    only: ['owner', 'manager'],
    View: part(() => import('../member/audit-log.tsx').then((m) => m.AuditLog)),
  },
] as const

export type SectionId = (typeof sections)[number]['id']
