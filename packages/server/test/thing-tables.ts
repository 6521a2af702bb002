import type { Generated } from 'kysely'
import { sharedDatabase } from './fixtures.ts'
import type { TestDatabase } from './database.ts'

export interface ThingTables {
  thing: {
    id: Generated<number>
    at: Date | null
    big: number | null
    doc: unknown
    names: string[] | null
    bigs: number[] | null
    ats: Date[] | null
    flag: boolean | null
    ratio: number | null
    day: string | null
    body: Uint8Array | null
    word: string | null
  }
  counter: { name: string; value: number }
}

/** A fresh database with a table of every type of column, and one of counters. Called at the top of a test file. */
export const thingDatabase = async (): Promise<TestDatabase> => {
  const db = await sharedDatabase()
  await db.raw(`
    create table thing (
      id bigint generated always as identity primary key, at timestamptz, big bigint, doc jsonb, names text[],
      bigs bigint[], ats timestamptz[], flag boolean, ratio double precision, day date, body bytea, word text
    );
    create table counter (name text primary key, value integer not null);
  `)
  return db
}
