import type { RouteName } from '../lib/paths/paths.ts'

/**
 * The one list of screens that stand in the route table and are not built yet, each with its texts under `later.<text>` of
 * the app's namespace: title, lead, one, two, three. A row goes out with the commit that builds its screen (tested).
 */
export const plannedScreens: Readonly<Partial<Record<RouteName, string>>> = {}
