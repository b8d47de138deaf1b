import { findAccount } from '#features/account/server.ts'
import { TEMPLATE_STATUSES, type TemplateStatus } from '#features/templates/contract.ts'
import {
  addReviewer,
  listForReview,
  listReviewers,
  publishTemplate,
  readForReview,
  rejectTemplate,
  removeReviewer,
} from '#features/templates/server.ts'
import type { AppContext } from '#platform/context.ts'
import { NotFound } from '#platform/http/errors.ts'
import { formatTable } from './formatTable.ts'
import { withServerContext } from './openContext.ts'
import { CommandError, EXIT, UsageError, parseArguments } from './runCommand.ts'

type Options = { comment?: string; status?: string }
type Action = (ctx: AppContext) => Promise<string>

/** `earshot templates review|reviewers …`: reviews community templates and manages reviewers. */
export async function templates(args: string[]): Promise<number> {
  const text = { type: 'string' } as const
  const { positionals, values } = parseArguments({ args, allowPositionals: true, options: { comment: text, status: text } })
  const [group, action = 'list', subject, ...rest] = positionals
  if (rest.length > 0) throw new UsageError(`Unexpected argument: ${rest[0]}.`)
  const run = group === 'reviewers' ? chooseReviewers(action, subject) : chooseReview(group, action, subject, values)
  process.stdout.write(await withServerContext(run))
  return EXIT.ok
}

/** Returns the action to run, which returns the text to print. The options are checked before a server is needed. */
function chooseReview(group: string | undefined, action: string, subject: string | undefined, options: Options): Action {
  if (group !== 'review') throw new UsageError('Enter review or reviewers.')
  if (action === 'list') {
    const status = options.status === undefined ? undefined : parseStatus(options.status)
    return async (ctx) => await listTable(ctx, status)
  }
  const id = requireSubject(subject, 'Enter the id that "earshot templates review list" shows.')
  if (action === 'show') return async (ctx) => await withTemplate(id, async () => await describe(ctx, id))
  if (action === 'publish') return async (ctx) => await decide(id, async () => await publishTemplate(ctx, { id }))
  if (action !== 'reject') throw new UsageError('Enter list, show, publish or reject.')
  const comment = options.comment?.trim()
  if (!comment) throw new UsageError('Enter --comment: the author reads what has to change.')
  return async (ctx) => await decide(id, async () => await rejectTemplate(ctx, { id, comment }))
}

function chooseReviewers(action: string, subject: string | undefined): Action {
  if (action === 'list')
    return async (ctx) => (await listReviewers(ctx)).map(({ email, nickname }) => `${email}  ${nickname}\n`).join('')
  if (action !== 'add' && action !== 'remove') throw new UsageError('Enter list, add or remove.')
  const email = requireSubject(subject, 'Enter an e-mail address.').toLowerCase()
  if (action === 'add')
    return async (ctx) => {
      if ('refused' in (await addReviewer(ctx, email))) throw noAccount(email)
      return `${email} may review templates.\n`
    }
  return async (ctx) => {
    const account = await findAccount(ctx, email)
    if (!account) throw noAccount(email)
    await withFound(`${email} is no reviewer.`, async () => await removeReviewer(ctx, account.user_id))
    return `${email} may no longer review templates.\n`
  }
}

async function listTable(ctx: AppContext, status: TemplateStatus | undefined): Promise<string> {
  const rows: string[][] = []
  for (const { row, latest, version } of await listForReview(ctx, status)) {
    const submitted = latest.created_at.toISOString().slice(0, 10)
    rows.push([row.template_id, row.status, String(version.version), submitted, row.author_name, version.title])
  }
  return formatTable([['ID', 'STATUS', 'VERSION', 'SUBMITTED', 'AUTHOR', 'TITLE'], ...rows])
}

/** Submissions contain no control characters, so they are safe to print in a terminal. */
async function describe(ctx: AppContext, id: string): Promise<string> {
  const { row, version } = await readForReview(ctx, id)
  const lines = [
    version.title,
    `${version.description} (${version.category}, ${version.language}, version ${version.version}, ${row.status})`,
    `By ${row.author_name} ${row.author_email}`.trimEnd(),
    ...(row.comment ? [`Comment: ${row.comment}`] : []),
  ]
  return `${lines.join('\n')}\n\n${version.content}\n`
}

async function decide(id: string, review: () => ReturnType<typeof publishTemplate>): Promise<string> {
  const decided = await withTemplate(id, review)
  if ('refused' in decided) throw new CommandError(EXIT.data, `The template ${id} is in a state in which this cannot be done.`)
  return `${id} is ${decided.status}.\n`
}

const withTemplate = async <T>(id: string, work: () => Promise<T>): Promise<T> =>
  await withFound(`There is no template with the id ${id}.`, work)

/** Runs `work`. Throws CommandError with the message when something was not found. */
async function withFound<T>(message: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    throw error instanceof NotFound ? new CommandError(EXIT.noInput, message) : error
  }
}

const noAccount = (email: string) => new CommandError(EXIT.noInput, `There is no account with the address ${email}.`)

function requireSubject(subject: string | undefined, message: string): string {
  if (subject === undefined) throw new UsageError(message)
  return subject
}

function parseStatus(status: string): TemplateStatus {
  const found = TEMPLATE_STATUSES.find((name) => name === status)
  if (!found) throw new UsageError(`--status is one of ${TEMPLATE_STATUSES.join(', ')}.`)
  return found
}
