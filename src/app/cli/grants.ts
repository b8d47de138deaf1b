import { findAccount, listAccountIds } from '#features/account/server.ts'
import { TIERS, type Tier } from '#features/membership/contract.ts'
import { wholeMinutes } from '#features/membership/rules.ts'
import { createCodes, give, listGiven, revoke, type Gift } from '#features/membership/server.ts'
import type { AppContext } from '#platform/context.ts'
import { NotFound } from '#platform/http/errors.ts'
import { formatTable } from './formatTable.ts'
import { withServerContext } from './openContext.ts'
import { CommandError, EXIT, UsageError, parseArguments } from './runCommand.ts'

const MAX_MONTHS = 120
const MAX_CODES = 1000

type Options = { plan?: string; months?: string; minutes?: string; count?: string; trial?: boolean; all?: boolean }

/** `earshot grants list|add|revoke|codes`: memberships, minutes and activation codes granted by the operator. */
export async function grants(args: string[]): Promise<number> {
  const text = { type: 'string' } as const
  const { positionals, values } = parseArguments({
    args,
    allowPositionals: true,
    options: { plan: text, months: text, minutes: text, count: text, trial: { type: 'boolean' }, all: { type: 'boolean' } },
  })
  const [action, subject, ...rest] = positionals
  const run = chooseAction(action, subject, values)
  if (!run || rest.length > 0) throw new UsageError('Enter list, add, revoke or codes.')
  process.stdout.write(await withServerContext(run))
  return EXIT.ok
}

type Action = (ctx: AppContext) => Promise<string>

/** Returns the action to run, which returns the text to print. The options are checked before a server is needed. */
function chooseAction(action: string | undefined, subject: string | undefined, options: Options): Action | undefined {
  if (action === 'list') {
    const email = requireSubject(subject)
    return async (ctx) => await listTable(ctx, await accountOf(ctx, email))
  }
  if (action === 'revoke') {
    const id = requireSubject(subject)
    return async (ctx) => await revokeGift(ctx, id)
  }
  if (action === 'codes') {
    const codes = parseCodes(options)
    return async (ctx) => `${(await createCodes(ctx, codes)).join('\n')}\n`
  }
  if (action !== 'add') return undefined
  const gift = parseGift(options)
  if (!options.all) {
    const email = requireSubject(subject)
    return async (ctx) => await giveTo(ctx, [await accountOf(ctx, email)], gift)
  }
  if (subject !== undefined) throw new UsageError('Enter an e-mail address or --all, not both.')
  return async (ctx) => await giveTo(ctx, await listAccountIds(ctx), gift)
}

async function giveTo(ctx: AppContext, userIds: readonly string[], gift: Gift): Promise<string> {
  const ids: string[] = []
  for (const userId of userIds) ids.push(await give(ctx, userId, gift))
  return ids.map((id) => `${id}\n`).join('')
}

async function revokeGift(ctx: AppContext, id: string): Promise<string> {
  try {
    await revoke(ctx, id)
    return `${id} is revoked.\n`
  } catch (error) {
    if (error instanceof NotFound) throw new CommandError(EXIT.noInput, `There is nothing to revoke with the id ${id}.`)
    throw error
  }
}

async function listTable(ctx: AppContext, userId: string): Promise<string> {
  const given = await listGiven(ctx, userId)
  const rows = [
    ...given.memberships.map((row) => [row.membership_id, row.source, row.tier, '', day(row.start_time), day(row.expire_time)]),
    ...given.grants.map((row) => {
      const minutes = row.is_unlimited
        ? 'unlimited'
        : `${wholeMinutes(row.seconds_left)} of ${wholeMinutes(row.seconds_total)} min left`
      return [row.grant_id, row.source, row.kind, minutes, day(row.valid_from), row.voided_at ? 'revoked' : day(row.valid_until)]
    }),
  ]
  return formatTable([['ID', 'FROM', 'WHAT', 'MINUTES', 'SINCE', 'UNTIL'], ...rows])
}

const day = (time: Date | null): string => time?.toISOString().slice(0, 10) ?? '-'

async function accountOf(ctx: AppContext, email: string): Promise<string> {
  const account = await findAccount(ctx, email.toLowerCase())
  if (!account) throw new CommandError(EXIT.noInput, `There is no account with the address ${email}.`)
  return account.user_id
}

function parseGift({ plan, months, minutes, trial }: Options): Gift {
  if ([plan, minutes, trial].filter((value) => value !== undefined).length !== 1)
    throw new UsageError('Enter one of --plan, --minutes and --trial.')
  if (trial) return { plan: 'trial' }
  const duration = months === undefined ? null : wholeNumber('--months', months, MAX_MONTHS)
  if (minutes !== undefined) return { seconds: 60 * wholeNumber('--minutes', minutes, 1_000_000), months: duration }
  if (plan === 'none' && duration === null) return { plan }
  return { plan: parseTier(plan, TIERS), months: duration }
}

function parseCodes({ plan, months, count }: Options) {
  return {
    tier: parseTier(plan, ['pro', 'unlimited'] as const),
    months: wholeNumber('--months', months, MAX_MONTHS),
    count: wholeNumber('--count', count, MAX_CODES),
  }
}

function parseTier<T extends Tier>(plan: string | undefined, tiers: readonly T[]): T {
  const tier = tiers.find((name) => name === plan)
  if (!tier) throw new UsageError(`--plan is one of ${tiers.join(', ')}.`)
  return tier
}

function wholeNumber(option: string, text: string | undefined, max: number): number {
  const value = Number(text)
  if (!Number.isInteger(value) || value < 1 || value > max) throw new UsageError(`${option} is a whole number from 1 to ${max}.`)
  return value
}

function requireSubject(subject: string | undefined): string {
  if (subject === undefined) throw new UsageError('Enter an e-mail address, or the id that "earshot grants list" shows.')
  return subject
}
