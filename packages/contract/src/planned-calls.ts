/**
 * Calls of the specification that a later part of the work brings, by the part. The list ends empty; a call that is in
 * the contract may not stand here (tested).
 */
const parts: Readonly<Record<string, string>> = {
  commerce: `
    console GET /check_coupon_status
    purchase POST /add_point_value · purchase POST /add_value · purchase POST /checkout · purchase PUT /invoice_info
    purchase GET /purchase/firm_invoice_method
    purchase PUT /purchase/invoice_info · purchase PUT /purchase/invoice_info_backend · purchase POST /purchase/invoice_notify
    purchase POST /purchase/invoice_scheduler · purchase PUT /purchase/invoice_scheduler
    purchase DELETE /purchase/invoice_scheduler · purchase POST /purchase/issue_invoice
    purchase POST /purchase/issue_invoice_backend · purchase GET /purchase/lovecode_list
    purchase POST /purchase/reissue_invoice · purchase GET /purchase/subscription
    purchase POST /purchase/subscription · purchase DELETE /purchase/subscription
    purchase PUT /purchase/update_delivery_method
    purchase POST /purchase/valid_invoice · purchase POST /scheduler/issue_invoice
    purchase POST /signup_order/issue_invoice · purchase POST /signup_order/issue_invoice_backend
    purchase POST /signup_order/reissue_invoice
    purchase POST /signup_order/valid_invoice`,
}

export const plannedCalls: readonly { readonly call: string; readonly part: string }[] = Object.entries(parts).flatMap(
  ([part, calls]) =>
    calls
      .trim()
      .split(/\n|·/)
      .map((call) => ({ call: call.trim(), part })),
)
