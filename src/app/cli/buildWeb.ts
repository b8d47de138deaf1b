import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { globSync } from 'node:fs'
import { mkdir, readFile, readdir, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { environment } from '#platform/config/environment.ts'
import type { Log } from '#platform/log/log.ts'
import { retry } from '#shared/retry.ts'
import { MiB } from '#shared/units.ts'

const ROOT = fileURLToPath(new URL('../../../', import.meta.url))
const OUT_DIR = join(ROOT, 'dist', 'web')
const STAMP_FILE = join(OUT_DIR, 'built-from.txt')
/** All files that affect the built page. */
const SOURCE_PATTERNS = [
  'src/{shared,browser,ui,app/web}/**/*',
  'src/features/*/{contract.ts,rules.ts,web.tsx}',
  'src/features/*/{web,messages}/**/*',
  'vite.config.ts',
  'package-lock.json',
]

const run = promisify(execFile)

/**
 * Builds the page when its sources have changed since the last build, and returns its folder. `assets` is the origin of the built
 * files, `api` the base URL of the API; null means this server (A§7).
 */
export async function buildWeb({
  log,
  assets = null,
  api = null,
}: {
  log: Pick<Log, 'info'>
  assets?: string | null
  api?: string | null
}): Promise<string> {
  const settings = { ASSETS_URL: assets ?? '', API_URL: api ?? '' }
  const sourceHash = await hashOfSources(settings)
  if ((await readFile(STAMP_FILE, 'utf8').catch(() => '')) === sourceHash) return OUT_DIR
  log.info('building the web app, once per version')
  const temporaryDir = join(ROOT, 'dist', `web-${process.pid}`)
  const vite = join(ROOT, 'node_modules', 'vite', 'bin', 'vite.js')
  try {
    await run(process.execPath, [vite, 'build', '--logLevel', 'warn', '--outDir', temporaryDir, '--emptyOutDir'], {
      cwd: ROOT,
      env: { ...environment(), ...settings } as NodeJS.ProcessEnv,
      maxBuffer: 16 << 20,
    })
    await compressAssets(join(temporaryDir, 'assets'))
    await writeFile(join(temporaryDir, 'built-from.txt'), sourceHash)
    await mkdir(join(ROOT, 'dist'), { recursive: true })
    await replaceFolder(temporaryDir, OUT_DIR)
  } finally {
    await rm(temporaryDir, { recursive: true, force: true })
  }
  return OUT_DIR
}

/**
 * Replaces a folder with another one. A process that builds at the same time may replace it between the two steps; it is then
 * retried.
 */
async function replaceFolder(from: string, to: string): Promise<void> {
  const replace = async () => {
    await rm(to, { recursive: true, force: true })
    await rename(from, to)
  }
  await retry(replace, { isTemporary: (error) => (error as NodeJS.ErrnoException).code === 'ENOTEMPTY', attempts: 5 })
}

async function hashOfSources(settings: Record<string, string>): Promise<string> {
  const hash = createHash('sha256').update(JSON.stringify(settings))
  const files = globSync(SOURCE_PATTERNS, { cwd: ROOT, withFileTypes: true }).filter(
    (entry) => entry.isFile() && !entry.name.includes('.test.'),
  )
  for (const path of files.map((entry) => join(entry.parentPath, entry.name)).sort()) {
    hash
      .update(path.slice(ROOT.length))
      .update('\0')
      .update(await readFile(path))
  }
  // The environment variables that Vite compiles into the page.
  for (const [name, value] of Object.entries(environment()).toSorted())
    if (name.startsWith('VITE_')) hash.update(`${name}=${value}\0`)
  return hash.digest('hex')
}

/** Compresses the assets once, so that the server can send the smallest encoding without compressing per request. */
async function compressAssets(dir: string): Promise<void> {
  const names = (await readdir(dir)).filter((name) => /\.(js|css|svg|wasm|json)$/.test(name))
  await Promise.all(names.map((name) => compressAsset(join(dir, name))))
}

async function compressAsset(path: string): Promise<void> {
  const bytes = await readFile(path)
  // Quality 10 takes one second per megabyte. The largest files are not part of the first page.
  const params = { [constants.BROTLI_PARAM_QUALITY]: bytes.length > MiB / 2 ? 6 : 10 }
  await writeFile(`${path}.gz`, await promisify(gzip)(bytes, { level: 9 }))
  await writeFile(`${path}.br`, await promisify(brotliCompress)(bytes, { params }))
}
