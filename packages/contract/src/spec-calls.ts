import type { Service } from './common/route.ts'

/**
 * The calls of the specification's section 7, as they stand there: method and path by service. A test compares the
 * contract with them.
 */
const lines: Readonly<Record<Service, string>> = {
  console: `
    GET /block
    PUT /block/:id/cancel_block /block/:id/cancel_permanent_block /block/:id/permanent_block
    GET /check_coupon_status
    GET POST /comment_mod
    GET DELETE PUT /comment_mod/:id
    POST /comment_mod/:id/add_mark_comment_to_comment_mod /comment_mod/:id/copy_comment_mod
    GET /dashboard /dashboard/load_firm_live_hours
    POST /delay_account_schedule
    POST /firm_auto_login /firm_login /firm_register
    DELETE /firm_sign_out
    GET PUT /firm_info/:id
    PUT /firm_info/:id/disable_surenotify /firm_info/:id/enable_surenotify /firm_info/:id/update_firm_password
    GET /firm_info/:id/load_firm_live_hours_log /firm_info/:id/load_firm_point_log /firm_info/:id/load_firm_top_up_info
    GET POST /letter
    PUT /letter/disable_webhook /letter/enable_webhook
    POST /letter/live_begin_notice_letter /letter/live_notice_letter /letter/order_notice_letter /letter/paid_notice_letter
    POST /letter/signup_complete_notice_letter /letter/signup_notice_letter
    GET /letter/load_email_preview_data
    GET DELETE /letter/:id
    GET POST /letter_template
    GET DELETE PUT /letter_template/:id
    GET POST /live
    POST /live/export_live_user_excel
    GET /live/load_signup_live_list
    POST /live/reduce_firm_live_hours
    PUT /live/update_live_user_memo /live/update_signup_user_data /live/update_signup_user_is_cancel_notice
    GET DELETE PUT /live/:id
    GET /live/:id/load_live_user_list
    GET /load_announcement_list /move_img
    PUT /new_firm_setting_info
    GET POST /order
    GET /order/:id
    GET POST /partner /partner/association
    POST /partner/association_change_url_letter /partner/association_forgot_pass_letter /partner/association_notice_letter
    GET /partner/firm_association_time_search /partner/firm_signup_effect_list
    GET DELETE PUT /partner/association/:id
    GET /partner/partner_available_signup_list
    GET DELETE PUT /partner/:id
    GET /partner_association_effect_list /partner_association_time_search
    GET POST /product
    DELETE PUT /product/:id
    POST /sales_page
    GET DELETE PUT /sales_page/:id
    POST /send_forgot_pass_letter
    PUT /update_forgot_pass
    GET POST /signup
    POST /signup/export_signup_user_excel
    GET /signup/firm_cash_flow_list /signup/search_one_day_signup_list /signup/signup_available_live_list
    GET DELETE PUT /signup/:id
    GET /update_casbin_policy /url_contrast_redirect
    GET POST /video
    POST /video/upload_img_test
    DELETE PUT /video/:id
    GET POST /virtual_user
    GET /virtual_user/user_img_list
    DELETE PUT /virtual_user/:id
    GET /alerts`,
  room: `
    GET POST DELETE /live
    GET /live/block_list
    POST /live/block_user /live/broadcast
    DELETE /live/close
    GET /live/comment /live/comment/user /live/history_message
    POST /live/keyword /live/mark
    GET POST /live/user
    POST /live/user/time_log
    GET /live/user_img_list
    POST /live/view_content
    GET /sales_page /signup /signup/contrast
    POST /signup/batch /signup/scroll_track /signup/view_content`,
  purchase: `
    POST /add_point_value /add_value /checkout
    PUT /invoice_info
    GET /paynow/:id/payment
    POST /purchase/atm_paid_notify /purchase/check_notice /purchase/create_order /purchase/create_payment /purchase/customer_message
    GET /purchase/delivery_method /purchase/firm_invoice_method /purchase/firm_pay_method
    POST /purchase/gtm_trigger
    PUT /purchase/invoice_info /purchase/invoice_info_backend
    POST /purchase/invoice_notify
    POST PUT DELETE /purchase/invoice_scheduler
    POST /purchase/issue_invoice /purchase/issue_invoice_backend
    GET /purchase/lovecode_list /purchase/order_info
    POST /purchase/refund_payment /purchase/reissue_invoice
    GET POST DELETE /purchase/subscription
    PUT /purchase/update_delivery_method /purchase/update_payment_method
    POST /purchase/valid_invoice
    POST /scheduler/issue_invoice
    GET POST /signup_order
    POST /signup_order/create_payment /signup_order/issue_invoice /signup_order/issue_invoice_backend /signup_order/payment_method
    POST /signup_order/refund_payment /signup_order/reissue_invoice /signup_order/valid_invoice
    GET /update_casbin_policy`,
}

const callsOf = (service: Service): string[] =>
  lines[service]
    .trim()
    .split('\n')
    .flatMap((line) => {
      const words = line.trim().split(' ')
      const methods = words.filter((word) => !word.startsWith('/'))
      const paths = words.filter((word) => word.startsWith('/'))
      return paths.flatMap((path) => methods.map((method) => `${service} ${method} ${path}`))
    })

/** `console GET /video` … every call of section 7. */
export const specCalls: readonly string[] = [...callsOf('console'), ...callsOf('room'), ...callsOf('purchase')]
