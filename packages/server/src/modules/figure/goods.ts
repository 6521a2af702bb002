import { type RawBuilder, sql } from 'kysely'
import { idIn } from './figure.tables.ts'

/**
 * How many pieces of a line of an order (`line`) an act of money (`act`: a fact, or a row with its columns) is about: all when
 * the order is placed and when it is paid (a second payment buys nothing), those that a refund names. Negative: taken back.
 */
export const movedPieces: RawBuilder<number> = sql<number>`case act.kind
  when 'ordered' then line.quantity
  when 'paid' then case when exists (
    select 1 from payment where payment.id = ${idIn(sql`act."sourceId"`)} and payment."isExtra"
  ) then 0 else line.quantity end
  else sign(act.amount)::integer * coalesce((
    select sum((piece ->> 'quantity')::integer)::integer
    from refund cross join lateral jsonb_array_elements(refund.lines) as piece
    where refund.id = ${idIn(sql`split_part(act."sourceId", ' ', 1)`)} and (piece ->> 'place')::integer = line.place
  ), 0) end`
