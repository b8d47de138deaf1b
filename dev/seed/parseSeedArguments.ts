import { randomBytes } from 'node:crypto'
import { type CommandHelp, UsageError, parseArguments } from '#app/cli/runCommand.ts'
import { accountContract } from '#features/account/contract.ts'
import type { SeedOptions } from './seedLibrary.ts'

export const SEED_HELP: CommandHelp = {
  name: 'seed',
  usage: 'npm run seed library -- [options]',
  help: `Adds recordings to the library of an account, which is created if it does not exist.

Options:
  --files <n>        recordings, 0 to 100000 (20000)
  --folders <n>      folders, 0 to 500 (24)
  --trash <n>        percentage of recordings in the trash (3)
  --email <address>  email of the account (library@example.org)
  --password <text>  password of the account; for a new account, one is generated and printed by default

Works on DATA_DIR or DATABASE_URL like npm start, also while that server runs.`,
}

const MAX_FILES = 100_000
const MAX_FOLDERS = 500

/** Parses the command line. Throws a UsageError. */
export function parseSeedArguments(args: readonly string[]): SeedOptions & { isPasswordGenerated: boolean } {
  const { values, positionals } = parseArguments({
    args: [...args],
    allowPositionals: true,
    options: {
      files: { type: 'string', default: '20000' },
      folders: { type: 'string', default: '24' },
      trash: { type: 'string', default: '3' },
      email: { type: 'string', default: 'library@example.org' },
      password: { type: 'string' },
    },
  })
  const [command, ...extraCommands] = positionals
  if (command !== 'library' || extraCommands.length > 0) throw new UsageError('Enter what to seed: library.')
  const password = values.password ?? randomBytes(9).toString('base64url')
  const account = accountContract.signUp.body.safeParse({ email: values.email, password })
  if (!account.success)
    throw new UsageError(account.error.issues.some(({ path }) => path[0] === 'email') ? INVALID_EMAIL : INVALID_PASSWORD)
  return {
    email: account.data.email,
    password,
    isPasswordGenerated: values.password === undefined,
    files: parseWholeNumber('--files', values.files, MAX_FILES),
    folders: parseWholeNumber('--folders', values.folders, MAX_FOLDERS),
    trashPercent: parseWholeNumber('--trash', values.trash, 100),
  }
}

const INVALID_EMAIL = '--email is not an email address.'
const INVALID_PASSWORD = '--password must have 8 to 1024 characters.'

function parseWholeNumber(name: string, text: string, max: number): number {
  const n = /^\d{1,9}$/.test(text) ? Number(text) : Number.NaN
  if (!(n <= max)) throw new UsageError(`${name} must be a whole number from 0 to ${max}, not ${text}.`)
  return n
}
