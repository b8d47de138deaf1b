import { randomBytes } from 'node:crypto'
import { parseArgs } from 'node:util'
import { accountContract } from '#features/account/contract.ts'
import type { SeedOptions } from './seedLibrary.ts'

export const USAGE = `npm run seed library -- [options]    fills the library of an account, which is made where there is none
  --files N        recordings, 0 to 100000 (20000)
  --folders N      folders, 0 to 500 (24)
  --trash N        of a hundred recordings, how many lie in the trash (3)
  --email ADDRESS  whose library (library@example.org)
  --password WORD  the password of the account; one is made up for a new account and printed

Works on DATA_DIR or DATABASE_URL as npm start does, also while that server runs.`

const MAX_FILES = 100_000
const MAX_FOLDERS = 500

/** Parses the command line. Throws an Error with a readable message. */
export function parseSeedArguments(args: readonly string[]): SeedOptions & { isPasswordGenerated: boolean } {
  const { values, positionals } = parseArgs({
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
  if (command !== 'library' || extraCommands.length > 0) throw new Error('Say what to seed: library.')
  const password = values.password ?? randomBytes(9).toString('base64url')
  const account = accountContract.signUp.body.safeParse({ email: values.email, password })
  if (!account.success)
    throw new Error(account.error.issues.some(({ path }) => path[0] === 'email') ? INVALID_EMAIL : INVALID_PASSWORD)
  return {
    email: account.data.email,
    password,
    isPasswordGenerated: values.password === undefined,
    files: parseWholeNumber('--files', values.files, MAX_FILES),
    folders: parseWholeNumber('--folders', values.folders, MAX_FOLDERS),
    trashPercent: parseWholeNumber('--trash', values.trash, 100),
  }
}

const INVALID_EMAIL = '--email is not an e-mail address.'
const INVALID_PASSWORD = '--password has 8 to 1024 characters.'

function parseWholeNumber(name: string, text: string, max: number): number {
  const n = /^\d{1,9}$/.test(text) ? Number(text) : Number.NaN
  if (!(n <= max)) throw new Error(`${name} is a whole number from 0 to ${max}, not ${text}.`)
  return n
}
