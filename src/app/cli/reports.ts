import { endReportedLink, readReports } from '#features/share/server.ts'
import { formatTable } from './formatTable.ts'
import { withServerContext } from './openContext.ts'
import { CommandError, EXIT, UsageError, parseArguments } from './runCommand.ts'

/** `earshot reports …`: lists and closes the abuse reports about shared recordings. */
export async function reports(args: string[]): Promise<number> {
  const [action = 'list', linkId, ...rest] = parseArguments({ args, allowPositionals: true }).positionals
  if (rest.length > 0) throw new UsageError(`Unexpected argument: ${rest[0]}.`)
  if (action === 'end') {
    if (linkId === undefined) throw new UsageError('Enter the id that "earshot reports list" shows.')
    if (!(await withServerContext((ctx) => endReportedLink(ctx, linkId))))
      throw new CommandError(EXIT.data, `No report is about the link ${linkId}.`)
    process.stdout.write('The link was ended.\n')
    return EXIT.ok
  }
  if (action !== 'list' || linkId !== undefined) throw new UsageError('Enter list or end.')
  process.stdout.write(await withServerContext(async (ctx) => format(await readReports(ctx))))
  return EXIT.ok
}

function format(filed: Awaited<ReturnType<typeof readReports>>): string {
  if (filed.length === 0) return 'There are no reports.\n'
  const rows = filed.map(({ link_id, reported_at, reason, hasEnded, user_id, reply_to, details }) => [
    link_id,
    reported_at.toISOString().slice(0, 16).replace('T', ' '),
    hasEnded ? 'ended' : 'open',
    reason,
    user_id,
    reply_to || '-',
    details.replaceAll(/\s+/g, ' ').slice(0, 80),
  ])
  return formatTable([['LINK', 'REPORTED', 'STATE', 'REASON', 'ACCOUNT', 'REPLY TO', 'DETAILS'], ...rows])
}
