/** All pieces of a row of `variant` that were sold: those added up, and those counted since. */
export const soldSql =
  '(sold + coalesce((select sum(quantity) from "variantSold" where "variantId" = variant.id), 0))::int as sold'
