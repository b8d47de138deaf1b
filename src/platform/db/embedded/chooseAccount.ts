import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { promisify } from 'node:util'
import { EmbeddedError } from '#platform/db/embedded/EmbeddedError.ts'

/**
 * The account PostgreSQL runs as, because it refuses to run as root:
 * - `self`: the current account;
 * - `namespace`: the current account, mapped to an ordinary id in a user namespace (`unshare`). File ownership does not change
 *   and 0700 folders work;
 * - `other`: another account, possible only for root. It needs a folder it can access.
 */
export type Account =
  | { readonly kind: 'self' }
  | { readonly kind: 'namespace'; readonly uid: number; readonly gid: number }
  | { readonly kind: 'other'; readonly uid: number; readonly gid: number }

export type Ids = { readonly uid: number; readonly gid: number }

/** Returns the command line that runs `command` as the account, and the ids for `spawn`. */
export const commandFor = (account: Account, command: string, args: readonly string[]): { line: string[]; ids: Partial<Ids> } => {
  if (account.kind === 'namespace') {
    return { line: ['unshare', '--user', `--map-user=${account.uid}`, `--map-group=${account.gid}`, command, ...args], ids: {} }
  }
  return { line: [command, ...args], ids: account.kind === 'other' ? { uid: account.uid, gid: account.gid } : {} }
}

export type AccountOptions = {
  /** The uid of this process. */
  readonly uid: number
  /** Owner of the existing cluster, or null when there is none. */
  readonly clusterOwner: Ids | null
  /** Owner of DATA_DIR. */
  readonly folderOwner: Ids
  /** PUID and PGID. Ignored when the id has no entry in /etc/passwd, like every other id. */
  readonly runAs: Ids | null
  /** Whether user namespaces can be created. Tests return false to cover the other branches. */
  readonly namespaces: (ids: Ids) => Promise<boolean>
}

/** Chooses the account. Throws `no-account` with advice when there is none. */
export const chooseAccount = async (options: AccountOptions): Promise<Account> => {
  const { uid, clusterOwner, folderOwner, runAs, namespaces } = options
  const accounts = await readPasswd()
  // initdb looks up its own id and fails when it has no entry, so the id inside the namespace must have one.
  const mappedAccount =
    accounts.find((entry) => entry.uid === 1000) ??
    accounts.find((entry) => entry.name === 'nobody') ??
    accounts.find((entry) => entry.uid > 0)
  if (uid !== 0) {
    if (accounts.some((entry) => entry.uid === uid) || clusterOwner?.uid === uid || process.platform !== 'linux')
      return { kind: 'self' }
    if (mappedAccount && (await namespaces(mappedAccount)))
      return { kind: 'namespace', uid: mappedAccount.uid, gid: mappedAccount.gid }
    const message = `The user id ${uid} has no entry in /etc/passwd, without which PostgreSQL cannot make its files.`
    throw new EmbeddedError('no-account', `${message} Add one, or set DATABASE_URL to a PostgreSQL server.`)
  }
  // PostgreSQL must own its files: a cluster keeps the account that created it, with or without an entry in /etc/passwd.
  if (clusterOwner && clusterOwner.uid !== 0) return { kind: 'other', ...clusterOwner }
  if (mappedAccount && (await namespaces(mappedAccount)))
    return { kind: 'namespace', uid: mappedAccount.uid, gid: mappedAccount.gid }
  const fallbackAccount = accounts.find((entry) => entry.name === 'postgres') ?? accounts.find((entry) => entry.name === 'nobody')
  const otherAccount = [runAs, folderOwner, fallbackAccount].find(
    (entry) => entry && entry.uid !== 0 && accounts.some((candidate) => candidate.uid === entry.uid),
  )
  if (otherAccount) return { kind: 'other', uid: otherAccount.uid, gid: otherAccount.gid }
  const message = 'PostgreSQL refuses to run as root, and there is no other account on this machine to run it as.'
  throw new EmbeddedError('no-account', `${message} Start Earshot as another user, set PUID and PGID, or set DATABASE_URL.`)
}

/** True when `unshare` works here. Containers often forbid it, and older versions do not know `--map-user`. */
export const checkNamespaces = async ({ uid, gid }: Ids): Promise<boolean> => {
  try {
    await promisify(execFile)('unshare', ['--user', `--map-user=${uid}`, `--map-group=${gid}`, 'true'])
    return true
  } catch {
    return false
  }
}

async function readPasswd(): Promise<(Ids & { name: string })[]> {
  const text = await readFile('/etc/passwd', 'utf8').catch(() => '')
  return text
    .split('\n')
    .map((line) => line.split(':'))
    .filter((fields) => fields.length >= 4)
    .map(([name = '', , uid, gid]) => ({ name, uid: Number(uid), gid: Number(gid) }))
}
