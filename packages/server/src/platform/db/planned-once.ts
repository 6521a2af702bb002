import { sql } from 'kysely'
import { onceMark } from './statement-plans.ts'

/**
 * Begins a statement that is planned for its values each time: sql`${plannedOnce} select …`. One that reads much, and more or less
 * of it by the firm and the days: PostgreSQL keeps a plan for any values from the sixth call on, and may take a hundred times as
 * long by it.
 */
export const plannedOnce = sql.raw(onceMark)
