import { stat } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { ACCOUNT_TABLE } from '#features/account/server.ts'
import { BackupError } from '#platform/backup/manifest.ts'
import { restoreBackup } from '#platform/backup/restoreBackup.ts'
import { systemClock } from '#platform/clock/clock.ts'
import { type Config, readConfig } from '#platform/config/config.ts'
import { environment } from '#platform/config/environment.ts'
import { createContext, type OpenContext } from '#platform/createContext.ts'
import { quietLog } from '#platform/log/log.ts'
import { FEATURES } from '../server/features.ts'
import { abortOnInterrupt, showProgress } from './progress.ts'
import { CommandError, EXIT, UsageError, parseArguments } from './runCommand.ts'
import { openDatabase, prepareDatabase } from './start.ts'

/** `earshot restore`: restores a backup into an empty data folder or database. */
export async function restore(args: string[]): Promise<number> {
  const { positionals } = parseArguments({ args, allowPositionals: true })
  const [name] = positionals
  if (name === undefined || positionals.length > 1) throw new UsageError('Name the file to restore.')
  const path = resolve(name)
  const stats = await stat(path).catch(() => null)
  if (!stats?.isFile()) throw new CommandError(EXIT.noInput, `There is no file ${path}.`)
  const config = readConfig(environment())
  const database = await openDatabase(config, { log: quietLog, clock: systemClock })
  try {
    const databaseUrl = config.databaseUrl ?? database?.url ?? ''
    return await restoreInto({ path, size: stats.size, config, databaseUrl, isOwnDatabase: database !== null })
  } finally {
    await database?.stop()
  }
}

type Target = { path: string; size: number; config: Config; databaseUrl: string; isOwnDatabase: boolean }

async function restoreInto({ path, size, config, databaseUrl, isOwnDatabase }: Target): Promise<number> {
  const { signal } = abortOnInterrupt()
  const directUrl = config.databaseDirectUrl ?? databaseUrl
  const progress = showProgress(process.stderr, { total: size, action: 'restored' })
  let context: OpenContext | null = null
  let read = 0
  try {
    const { manifest, summary } = await restoreBackup(path, {
      databaseUrl: directUrl,
      mayReset: isOwnDatabase,
      accountTable: ACCOUNT_TABLE,
      secretsDir: join(config.dataDir, 'secrets'),
      openBlobs: async () => {
        context = await createContext({ config, databaseUrl, log: quietLog, supervise: false })
        return context.blobs
      },
      afterRestore: FEATURES.flatMap(({ afterRestore }) => afterRestore ?? []),
      signal,
      onProgress: (bytes) => progress.update((read += bytes)),
    })
    await prepareDatabase(directUrl, quietLog)
    progress.end()
    process.stdout.write(
      `Restored ${summary.rows} rows and ${summary.blobs} files, saved by Earshot ${manifest.earshot} on ${manifest.created_at}.\n`,
    )
    return EXIT.ok
  } catch (error) {
    progress.end()
    if (signal.aborted) return EXIT.interrupted
    throw error instanceof BackupError ? new CommandError(EXIT.data, error.message) : error
  } finally {
    await (context as OpenContext | null)?.close()
  }
}
