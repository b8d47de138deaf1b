import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { promisify } from 'node:util'
import { EmbeddedProblem } from '#platform/db/embedded/EmbeddedProblem.ts'

/**
 * Who PostgreSQL runs as, because it refuses to run as root:
 * - `self`: whoever we are;
 * - `namespace`: us, but seen from inside under an ordinary id (`unshare`). The files stay ours, 0700 folders work;
 * - `other`: another account, which we as root may become. It needs a folder it can reach.
 */
export type Account =
  | { readonly kind: 'self' }
  | { readonly kind: 'namespace'; readonly uid: number; readonly gid: number }
  | { readonly kind: 'other'; readonly uid: number; readonly gid: number }

export type Ids = { readonly uid: number; readonly gid: number }

/** The command line that runs `command` as the account, and the ids to spawn it with. */
export const commandAs = (account: Account, command: string, args: readonly string[]): { line: string[]; ids: Partial<Ids> } => {
  if (account.kind === 'namespace') {
    return { line: ['unshare', '--user', `--map-user=${account.uid}`, `--map-group=${account.gid}`, command, ...args], ids: {} }
  }
  return { line: [command, ...args], ids: account.kind === 'other' ? { uid: account.uid, gid: account.gid } : {} }
}

export type AccountQuestion = {
  /** Our own uid. */
  readonly uid: number
  /** Owner of the cluster that is there already, if one is. */
  readonly clusterOwner: Ids | null
  /** Owner of DATA_DIR. */
  readonly folderOwner: Ids
  /** PUID and PGID. Passed over when the id has no entry in /etc/passwd, like every other. */
  readonly runAs: Ids | null
  /** Whether user namespaces may be made here; tests say no to walk the other ways. */
  readonly namespaces: (ids: Ids) => Promise<boolean>
}

/** Chooses the account. Throws `no-account` when there is none, with what would help. */
export const chooseAccount = async (question: AccountQuestion): Promise<Account> => {
  const { uid, clusterOwner, folderOwner, runAs, namespaces } = question
  const people = await readPasswd()
  // initdb looks its own id up and fails on one that has no entry, so the inside id must have one.
  const inside =
    people.find((one) => one.uid === 1000) ?? people.find((one) => one.name === 'nobody') ?? people.find((one) => one.uid > 0)
  if (uid !== 0) {
    if (people.some((one) => one.uid === uid) || clusterOwner?.uid === uid || process.platform !== 'linux')
      return { kind: 'self' }
    if (inside && (await namespaces(inside))) return { kind: 'namespace', uid: inside.uid, gid: inside.gid }
    const says = `The user id ${uid} has no entry in /etc/passwd, without which PostgreSQL cannot make its files.`
    throw new EmbeddedProblem('no-account', `${says} Add one, or give DATABASE_URL the address of a PostgreSQL server.`)
  }
  // PostgreSQL insists on owning its files: a cluster made under an account stays with it, entry or not.
  if (clusterOwner && clusterOwner.uid !== 0) return { kind: 'other', ...clusterOwner }
  if (inside && (await namespaces(inside))) return { kind: 'namespace', uid: inside.uid, gid: inside.gid }
  const spare = people.find((one) => one.name === 'postgres') ?? people.find((one) => one.name === 'nobody')
  const other = [runAs, folderOwner, spare].find((one) => one && one.uid !== 0 && people.some((known) => known.uid === one.uid))
  if (other) return { kind: 'other', uid: other.uid, gid: other.gid }
  const says = 'PostgreSQL refuses to run as root, and there is no other account on this machine to run it as.'
  throw new EmbeddedProblem('no-account', `${says} Start Earshot as another user, set PUID and PGID, or give DATABASE_URL.`)
}

/** Whether `unshare` works here. Containers often forbid it; older ones do not know `--map-user`. */
export const namespacesWork = async ({ uid, gid }: Ids): Promise<boolean> => {
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
