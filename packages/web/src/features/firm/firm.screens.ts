import { defineScreens } from '../../lib/screens/screens.ts'

export const firmScreens = defineScreens({
  brandSetting: () => import('./brand-setting.page.tsx').then((m) => m.BrandSettingPage),
})
