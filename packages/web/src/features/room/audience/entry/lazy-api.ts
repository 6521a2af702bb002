/** The calls of a viewer's page: the first picture needs none. */
export const lateApi = () => import('./viewer.api.ts')
