import { defineAudiencePage } from '../../lib/audience/audience-page.ts'
import { OrderPage } from './audience/order-page.tsx'

/** /order/{orderKey}: an order for its shopper. The key opens it; the data comes with the browser's own call. */
export const audiencePage = defineAudiencePage<{ readonly orderKey: string }>({
  texts: ['order'],
  head: ({ t }) => ({ title: t('order')('title'), noindex: true }),
  View: ({ data }) => <OrderPage orderKey={data.orderKey} />,
})
