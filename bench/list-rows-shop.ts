// Rows for the lists of a shop and its firm: products, people, orders, letters, pages, members, logs.
import { fillSignups, fillViewers } from '../packages/server/test/signup-factory.ts'
import { newId } from '../packages/server/src/platform/ids.ts'
import { type Fill, minuteOf, paragraph, personName, phone, uuid, write } from './list-writing.ts'

export const fillProducts: Fill = async (db, { firmId }, rows) => {
  const name = `'手捏陶碗 ' || n || ' 號'`
  await write(
    db,
    'product',
    {
      id: uuid('product', firmId),
      firmId: `'${firmId}'::uuid`,
      productName: name,
      searchName: name,
      keyword: `case when n % 3 = 0 then 'A' || n else '' end`,
      description: paragraph,
      unit: `'個'`,
      price: '68000 + n % 5000',
      currency: `'TWD'`,
      images: `'[]'::jsonb`,
      offSale: 'n % 10 = 0',
      createdAt: minuteOf('2026-01-01'),
      changedAt: minuteOf('2026-01-01'),
    },
    rows,
  )
  await write(
    db,
    'variant',
    {
      id: uuid('variant', firmId),
      firmId: `'${firmId}'::uuid`,
      productId: uuid('product', firmId),
      place: '0',
      name: `''`,
      stock: 'n % 60',
      sold: 'n % 9',
    },
    rows,
  )
  return {}
}

export const fillPeople: Fill = (db, { firmId }, rows) => fillSignups(db, firmId, rows)

export const fillOrders: Fill = async (db, { firmId }, rows) => {
  const { liveId } = await fillSignups(db, firmId, 1)
  await fillViewers(db, firmId, liveId, rows)
  const viewer = `md5('${liveId}v' || n)::uuid`
  const price = '68000 + n % 5000'
  await write(
    db,
    'order',
    {
      id: uuid('order', firmId),
      firmId: `'${firmId}'::uuid`,
      liveId: `'${liveId}'::uuid`,
      orderNo: `'K2611' || lpad(n::text, 7, '0')`,
      keyHash: `md5('${firmId}key' || n)`,
      paymentState: `(array['paid','paid','paid','expired','pending','cancelled'])[1 + n % 6]`,
      fulfilmentState: `'none'`,
      heldUntil: `timestamptz '2027-01-01'`,
      paidAt: `case when n % 6 < 3 then ${minuteOf('2026-08-01')} end`,
      currency: `'TWD'`,
      subtotal: price,
      deliveryFee: '0',
      paymentFee: '0',
      rounding: '0',
      total: price,
      totalQuantity: '1',
      paymentMethod: `'transfer'`,
      isTest: 'false',
      fullName: personName,
      phone,
      email: `'shopper' || n || '@example.com'`,
      delivery: `'{}'::jsonb`,
      invoice: `'{}'::jsonb`,
      memo: `''`,
      searchText: `'k2611' || lpad(n::text, 7, '0') || ' ' || ${personName}`,
      contactText: `'shopper' || n || '@example.com ' || ${phone} || ' 09' || lpad(n::text, 8, '0')`,
      createdAt: minuteOf('2026-08-01'),
      shopperId: viewer,
      liveUserId: viewer,
      unanswered: 'n % 300 = 0',
    },
    rows,
  )
  await write(
    db,
    'orderLine',
    {
      orderId: uuid('order', firmId),
      place: '0',
      firmId: `'${firmId}'::uuid`,
      productName: `'手捏陶碗 ' || n % 40`,
      variantName: `''`,
      keyword: `''`,
      imageUrl: `''`,
      price,
      quantity: '1',
    },
    rows,
  )
  return { liveId }
}

export const fillLetters: Fill = async (db, { firmId }, rows) => {
  const letterId = newId()
  await db.raw(
    `insert into letter (id, "firmId", key, type, channel, audience, "createdAt")
     values ($1, $2, 'bench', 2, 'email', '{"kind": "event"}', now())`,
    [letterId, firmId],
  )
  await write(
    db,
    'letterRecipient',
    {
      id: uuid('letter', firmId),
      firmId: `'${firmId}'::uuid`,
      letterId: `'${letterId}'::uuid`,
      key: `'k' || n`,
      type: '1 + n % 4',
      toName: personName,
      toAddress: `'shopper' || n || '@example.com'`,
      values: `jsonb_build_object('firmName', '陶作坊', 'liveUrl', 'https://example.com/stream/' || n)`,
      subject: `'開窯夜今晚八點，' || ${personName} || '，位子留好了'`,
      state: `'sent'`,
      transport: `'outbox'`,
      dueAt: minuteOf('2026-08-01'),
      createdAt: minuteOf('2026-08-01'),
      sentAt: minuteOf('2026-08-01'),
    },
    rows,
  )
  return {}
}

export const fillForms: Fill = async (db, { firmId }, rows) => {
  const { signupId } = await fillSignups(db, firmId, rows)
  await write(
    db,
    'signup',
    {
      id: uuid('form', firmId),
      firmId: `'${firmId}'::uuid`,
      name: `'開窯夜報名 ' || n`,
      customUrl: `'kiln-${firmId.slice(-8)}-' || n`,
      pageType: `case when n % 5 = 0 then 'order' else 'free' end`,
      orderNoPrefix: `''`,
      published: 'n % 3 > 0',
      content: `jsonb_build_object('posterInfoList', '[]'::jsonb, 'signupContent', ${paragraph})`,
      createdAt: minuteOf('2026-08-01'),
    },
    rows,
  )
  return { signupId }
}

export const fillSalesPages: Fill = async (db, { firmId }, rows) => {
  await write(
    db,
    'salesPage',
    {
      id: uuid('page', firmId),
      firmId: `'${firmId}'::uuid`,
      title: `'中秋陶器市集 ' || n`,
      customUrl: `'fair-${firmId.slice(-8)}-' || n`,
      searchText: `'中秋陶器市集 ' || n || ' fair-' || n`,
      published: 'n % 4 > 0',
      beginAt: minuteOf('2026-09-01'),
      endAt: minuteOf('2026-11-15'),
      content: `jsonb_build_object('lead', ${paragraph}, 'posterInfoList', '[]'::jsonb, 'blockList', '[]'::jsonb,
        'productIdList', '[]'::jsonb, 'colorToneId', '', 'metaTitle', '', 'metaDescription', '', 'metaImage', '')`,
      createdAt: minuteOf('2026-08-01'),
      changedAt: minuteOf('2026-08-02'),
    },
    rows,
  )
  return {}
}

export const fillMembers: Fill = async (db, { firmId, memberId }, rows) => {
  await write(
    db,
    'member',
    {
      id: uuid('member', firmId),
      firmId: `'${firmId}'::uuid`,
      account: `'m-${firmId}-' || n`,
      passwordHash: `''`,
      name: personName,
      email: `'member' || n || '@example.com'`,
      phone,
      role: `(array['analyst','host','assistant'])[1 + n % 3]`,
      createdAt: minuteOf('2026-08-01'),
      lastLoginAt: `case when n % 2 = 0 then ${minuteOf('2026-09-01')} end`,
    },
    rows,
  )
  return { memberId }
}

export const fillLog: Fill = async (db, { firmId, memberId }, rows) => {
  await write(
    db,
    'audit',
    {
      id: uuid('audit', firmId),
      firmId: `'${firmId}'::uuid`,
      memberId: `'${memberId}'::uuid`,
      actorName: personName,
      ip: `'192.0.2.1'`,
      action: `(array['product.change','live.publish','order.cancel'])[1 + n % 3]`,
      target: `'t' || n`,
      targetName: `'手捏陶碗 ' || n`,
      change: `jsonb_build_object('price', jsonb_build_object('before', n, 'after', n + 1))`,
      createdAt: minuteOf('2026-08-01'),
    },
    rows,
  )
  return { memberId }
}

/** All in one month, which is what the log shows. */
export const fillLedgers: Fill = async (db, { firmId }, rows) => {
  const at = `timestamptz '2026-11-01T00:00Z' + n * interval '10 seconds'`
  await write(
    db,
    'liveHoursLedger',
    {
      id: uuid('hours', firmId),
      firmId: `'${firmId}'::uuid`,
      period: `'p' || n`,
      seconds: '3600',
      kind: `'topUp'`,
      createdAt: at,
    },
    rows,
  )
  await write(
    db,
    'pointLedger',
    {
      id: uuid('points', firmId),
      firmId: `'${firmId}'::uuid`,
      kind: `'topUp'`,
      key: `'k' || n`,
      tenths: '10',
      createdAt: at,
    },
    rows,
  )
  return {}
}

export const fillNews: Fill = async (db, _of, rows) => {
  await write(
    db,
    'announcement',
    {
      id: uuid('news', ''),
      name: `'系統維護 ' || n`,
      content: `'<p>' || ${paragraph} || '</p>'`,
      type: `'["NEW"]'::jsonb`,
      createdAt: minuteOf('2026-01-01'),
      expireAt: `timestamptz '2027-01-01'`,
    },
    rows,
  )
  return {}
}
