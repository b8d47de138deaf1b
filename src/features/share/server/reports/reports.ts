import { z } from 'zod'
import { newId } from '#shared/newId.ts'
import { days, hours } from '#shared/units.ts'
import { listOperatorEmails } from '#features/account/server.ts'
import type { AppContext } from '#platform/context.ts'
import { job } from '#platform/jobs/jobs.ts'
import { networkOf } from '#platform/limits/limits.ts'
import { withoutDirectionMarks } from '#platform/http/html.ts'
import { readLink, type LinkRecord, updateLink } from '../storeLinks.ts'
import { publicAddressOf } from '../tokens.ts'
import { insertReport, listReports, readReport, type ReportRecord } from './storeReports.ts'

export const REPORT_REASONS = ['private', 'illegal', 'deceptive', 'other'] as const
export type ReportReason = (typeof REPORT_REASONS)[number]

export const MAX_DETAILS = 2000
export const MAX_EMAIL = 200

/** Limits per network, per link, and for all links of a user: each report is an e-mail to the operator. */
const NETWORK_LIMIT = { max: 5, within: hours(1) }
const LINK_LIMIT = { max: 10, within: days(1) }
const OWNER_LIMIT = { max: 30, within: days(1) }

/** A mail server may be down for a while. */
export const sendReportJob = job(
  'share.send-report',
  z.object({ userId: z.string(), linkId: z.string(), reportId: z.string() }),
  { attempts: 10, retryDelay: 60 },
)

const ReportForm = z.object({
  reason: z.enum(REPORT_REASONS),
  details: z.string().max(MAX_DETAILS),
  email: z.union([z.literal(''), z.email().max(MAX_EMAIL)]),
})

/** Returns the fields of a report as typed. */
export const readReportForm = (body: unknown) => {
  const form = new URLSearchParams(typeof body === 'string' ? body : '')
  // Browsers count a line break as one character but send two.
  const text = (name: string) => withoutDirectionMarks((form.get(name) ?? '').replaceAll('\r\n', '\n')).trim()
  return { reason: text('reason'), details: text('details'), email: text('email') }
}

export type ReportInput = ReturnType<typeof readReportForm>

/**
 * Stores a report about a link and sends it to the operators of the server. The owner of the link does not learn who sent it.
 * Throws TooManyRequests.
 */
export async function fileReport(
  ctx: AppContext,
  link: LinkRecord,
  input: ReportInput,
  ip: string,
): Promise<{ refused?: 'incomplete' }> {
  const { data } = ReportForm.safeParse(input)
  if (!data) return { refused: 'incomplete' }
  const { user_id, link_id } = link
  await ctx.limits.consume(`share.report:${networkOf(ip)}`, NETWORK_LIMIT)
  await ctx.limits.consume(`share.report.link:${link_id}`, LINK_LIMIT)
  await ctx.limits.consume(`share.report.owner:${user_id}`, OWNER_LIMIT)
  const reported_at = ctx.clock.now()
  const report_id = newId(reported_at)
  const { reason, details, email: reply_to } = data
  await ctx.transaction(async (tx) => {
    await insertReport(tx, { user_id, link_id, report_id, reported_at, reason, details, reply_to })
    await tx.jobs.send(sendReportJob, { userId: user_id, linkId: link_id, reportId: report_id })
  })
  return {}
}

type ReportKey = { userId: string; linkId: string; reportId: string }

/** Sends a report to the operators, as text. It is printed in the log when no mail server is configured. */
export async function sendReport(ctx: AppContext, { userId, linkId, reportId }: ReportKey): Promise<void> {
  const report = await readReport(ctx, { user_id: userId, link_id: linkId, report_id: reportId })
  const link = await readLink(ctx, userId, linkId)
  // The link has been deleted, so there is nothing left to report.
  if (!report || !link) return
  const text = [
    'A reader reports a shared recording on your Earshot server.',
    `Reason: ${REASON_TEXTS[report.reason as ReportReason]}`,
    `Address: ${publicAddressOf(ctx, link)}`,
    `Shared by the account ${userId}.`,
    report.reply_to === '' ? 'The reader gave no address for a reply.' : `Reply to: ${report.reply_to}`,
    ...(report.details === '' ? [] : ['What the reader writes:', report.details.replaceAll(/^/gm, '> ')]),
    `To end this link: earshot reports end ${linkId}`,
  ].join('\n\n')
  for (const to of await listOperatorEmails(ctx)) await ctx.mail.send({ to, subject: 'A shared recording was reported', text })
}

const REASON_TEXTS: Readonly<Record<ReportReason, string>> = {
  private: 'it contains private information, or was shared without consent',
  illegal: 'it is illegal, or violates rights',
  deceptive: 'it deceives or harasses people',
  other: 'another one',
}

export type FiledReport = ReportRecord & { readonly hasEnded: boolean }

/** Returns all reports, newest first, with whether their link was ended. */
export async function readReports(ctx: AppContext): Promise<FiledReport[]> {
  const reports = await listReports(ctx)
  return Promise.all(
    reports.map(async (report) => {
      const link = await readLink(ctx, report.user_id, report.link_id)
      return { ...report, hasEnded: !link || link.revoked_at !== null }
    }),
  )
}

/** Ends a reported link immediately. Its owner sees it as revoked. Returns false when there is no report about it. */
export async function endReportedLink(ctx: AppContext, linkId: string): Promise<boolean> {
  const report = (await listReports(ctx)).find(({ link_id }) => link_id === linkId)
  if (!report) return false
  await updateLink(ctx, report, { revoked_at: ctx.clock.now() })
  return true
}
