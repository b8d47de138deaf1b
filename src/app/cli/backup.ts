import { mkdir, readdir, rm } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { isFileError } from '#platform/backup/manifest.ts'
import { writeBackup } from '#platform/backup/writeBackup.ts'
import { VERSION } from '#platform/config/version.ts'
import { MiB } from '#shared/units.ts'
import { FEATURES } from '../server/features.ts'
import { withServerContext } from './openContext.ts'
import { abortOnInterrupt, showProgress } from './progress.ts'
import { CommandError, EXIT, UsageError, parseArguments } from './runCommand.ts'

const NAME = /^earshot-\d{4}-\d\d-\d\d-\d{6}\.tar$/

/** `earshot backup`: saves everything the running server stores in one file, and prints its path. */
export async function backup(args: string[]): Promise<number> {
  const { values, positionals } = parseArguments({ args, options: { keep: { type: 'string' } }, allowPositionals: true })
  const keep = parseKeep(values.keep)
  if (positionals.length > 1) throw new UsageError('Name one folder.')
  const { signal } = abortOnInterrupt()
  return withServerContext(async (ctx, databaseUrl) => {
    const folder = resolve(positionals[0] ?? join(ctx.config.dataDir, 'backups'))
    await mkdir(folder, { recursive: true, mode: 0o700 }).catch(refuseFolder)
    const createdAt = ctx.clock.now()
    const path = join(folder, backupName(createdAt))
    const progress = showProgress(process.stderr, { total: null, action: 'saved', format: formatBytes, lineEvery: 1024 * MiB })
    let written = 0
    try {
      const summary = await writeBackup(path, {
        databaseUrl,
        blobs: ctx.blobs,
        secretsDir: join(ctx.config.dataDir, 'secrets'),
        derivedTables: FEATURES.flatMap(({ derivedTables = [] }) => derivedTables),
        earshot: VERSION,
        createdAt,
        signal,
        onProgress: (bytes) => progress.update((written += bytes)),
      })
      progress.end()
      for (const key of summary.missing) process.stderr.write(`earshot: ${key} was deleted meanwhile\n`)
      process.stdout.write(`${path}\n`)
    } catch (error) {
      progress.end()
      if (signal.aborted) return EXIT.interrupted
      throw isFileError(error) ? new CommandError(EXIT.cannotWrite, error.message) : error
    }
    if (keep !== null) await removeOlder(folder, keep)
    return EXIT.ok
  })
}

/** Returns a file name such as `earshot-2026-11-26-140311.tar`. Names sort by time. */
export const backupName = (at: Date): string =>
  `earshot-${at.toISOString().slice(0, 19).replace('T', '-').replaceAll(':', '')}.tar`

async function removeOlder(folder: string, keep: number): Promise<void> {
  const names = (await readdir(folder)).filter((name) => NAME.test(name)).toSorted()
  for (const name of names.slice(0, -keep)) await rm(join(folder, name))
}

function parseKeep(text: string | undefined): number | null {
  if (text === undefined) return null
  const keep = Number(text)
  if (!Number.isSafeInteger(keep) || keep < 1) throw new UsageError('--keep needs a number from 1.')
  return keep
}

const refuseFolder = (error: unknown): never => {
  throw isFileError(error) ? new CommandError(EXIT.cannotWrite, error.message) : error
}

/** The progress positions are bytes. */
const formatBytes = (bytes: number): string => `${Math.round(bytes / MiB)} MB`
