import type { ComponentType } from 'react'

/** Loads a screen's component when its route is first opened. */
export type LoadScreen = () => Promise<ComponentType>

/**
 * What a feature shows, by route name of app/paths.ts: `export const productScreens = defineScreens({ manageProduct:
 * () => import('./product-list.page.tsx').then((m) => m.ProductListPage) })`. The app finds the file by its name.
 */
export const defineScreens = <S extends Readonly<Record<string, LoadScreen>>>(screens: S): S => screens
