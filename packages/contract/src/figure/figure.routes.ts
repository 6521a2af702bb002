import { firm } from '../common/access.ts'
import { defineRoutes, raw } from '../common/route.ts'
import { sheetTypes } from '../common/sheet.ts'
import { CohortQuery, Cohorts } from './cohort.schema.ts'
import { FigureRows, FigureRowsExport, FigureRowsQuery } from './figure-rows.schema.ts'
import {
  Dashboard,
  DashboardExport,
  DashboardQuery,
  HoursPreview,
  HoursPreviewQuery,
  LiveHours,
  LiveHoursQuery,
} from './figure.schema.ts'
import { Retention, RetentionQuery } from './retention.schema.ts'
import { SourceQuery, Sources } from './source.schema.ts'

export const figureRoutes = defineRoutes('console', {
  dashboard: {
    method: 'GET',
    path: '/dashboard',
    summary:
      'Figures of one live or of days in Taipei, counted from what happened: how many came how far, what sold, by minute or day and by product. A few seconds old at most; play money, members’ own visits and rehearsals never count.',
    access: firm('dashboard'),
    query: DashboardQuery,
    answer: Dashboard,
    errors: ['notFound'],
  },
  exportDashboard: {
    method: 'GET',
    path: '/dashboard/export',
    summary: 'The figures of one live or of days as a file: sums, the funnel, sales over time, products, partners.',
    access: firm('dashboard'),
    query: DashboardExport,
    answer: raw(sheetTypes.xlsx),
    errors: ['notFound'],
    added: true,
  },
  retention: {
    method: 'GET',
    path: '/dashboard/retention',
    summary:
      'How many persons were in the room at each second of a live, and what its script and the staff showed them meanwhile.',
    access: firm('dashboard'),
    query: RetentionQuery,
    answer: Retention,
    errors: ['notFound'],
    added: true,
  },
  sources: {
    method: 'GET',
    path: '/dashboard/sources',
    summary:
      'The funnel by what people came by (`utm_source`): of those who looked or signed up by each, how many came how far.',
    access: firm('dashboard'),
    query: SourceQuery,
    answer: Sources,
    errors: ['notFound'],
    added: true,
  },
  cohorts: {
    method: 'GET',
    path: '/dashboard/cohorts',
    summary:
      'Buyers by the month in Taipei of their first paid order, and how many of them bought again in each month after.',
    access: firm('dashboard'),
    query: CohortQuery,
    answer: Cohorts,
    added: true,
  },
  rows: {
    method: 'GET',
    path: '/dashboard/rows',
    summary:
      'What a figure was counted from: persons of a step of the funnel, views, comments, orders, payments or refunds. Of views whose raw rows are gone it says so.',
    access: firm('form'),
    query: FigureRowsQuery,
    answer: FigureRows,
    errors: ['notFound', 'forbidden'],
    added: true,
  },
  exportRows: {
    method: 'GET',
    path: '/dashboard/rows/export',
    summary:
      'The same as a file. With `progress` lines of `{done, total}` come before the file, and an empty one between.',
    access: firm('form'),
    query: FigureRowsExport,
    answer: raw(sheetTypes.xlsx),
    errors: ['notFound', 'forbidden', 'tooLarge', 'gone'],
    added: true,
  },
  liveHours: {
    method: 'GET',
    path: '/dashboard/load_firm_live_hours',
    summary: 'Live hours that lives and replays were charged on days in Taipei.',
    access: firm('dashboard'),
    query: LiveHoursQuery,
    answer: LiveHours,
    errors: ['notFound'],
  },
  hoursPreview: {
    method: 'GET',
    path: '/dashboard/hours_preview',
    summary:
      'What a live of a length will be charged in viewing time if it draws as the last ones did, and what is left.',
    access: firm('stream'),
    query: HoursPreviewQuery,
    answer: HoursPreview,
    added: true,
  },
})
