import { authRoutes } from '@kaimai/contract/auth/auth.routes.ts'
import { firmRoutes } from '@kaimai/contract/firm/firm.routes.ts'
import type { FirmSettingChange } from '@kaimai/contract/firm/firm.schema.ts'
import { productRoutes } from '@kaimai/contract/product/product.routes.ts'
import { salesPageRoutes } from '@kaimai/contract/sales-page/sales-page.routes.ts'
import { callApi, loginApi } from './api.ts'

export const newShopPassword = 'a quiet morning'

/** A merchant who has just registered, with eight pieces of one product on one page, `/s/` and the account. */
export const aNewShop = async (url: string, account: string) => {
  const body = {
    account,
    password: newShopPassword,
    email: `${account}@example.com`,
    name: '晨光選物',
    userName: '林晨',
    userPhone: '0912345678',
  }
  await callApi(url, authRoutes.register, { body: { ...body, deviceId: `device-${account}` } })
  const { firmId, headers } = await loginApi(url, account, newShopPassword)
  const product = await callApi(
    url,
    productRoutes.create,
    {
      body: {
        productName: '手沖壺',
        keyword: '',
        description: '',
        unit: '件',
        price: 1280_00,
        originalPrice: null,
        perPersonLimit: null,
        images: [],
        variants: [{ name: '', stock: 8 }],
      },
    },
    headers,
  )
  const page = { title: '晨光小鋪', customUrl: account, productIdList: [product.id], published: true }
  await callApi(url, salesPageRoutes.create, { body: page }, headers)
  const params = { id: firmId }
  return {
    firmId,
    headers,
    settings: () => callApi(url, firmRoutes.show, { params }, headers),
    change: (change: FirmSettingChange) => callApi(url, firmRoutes.change, { params, body: change }, headers),
    endTestMode: () => callApi(url, firmRoutes.endTestMode, { params }, headers),
    stock: async () =>
      (await callApi(url, productRoutes.show, { params: { id: product.id } }, headers)).variants[0]?.stock,
  }
}
