import { execFile } from 'node:child_process'
import { access } from 'node:fs/promises'
import { promisify } from 'node:util'
import { environment } from '#platform/config/environment.ts'
import { MEMCACHED, PYTHON, SERVERS } from './swiftSettings.ts'

const PACKAGES = ['memcached', 'python3-swift', ...SERVERS.map((server) => `swift-${server}`)]
const NEEDED = [PYTHON, MEMCACHED, ...SERVERS.map((server) => `/usr/bin/swift-${server}-server`)]

/**
 * Returns why no S3 server can run here, or null. Packages are installed only on request: EARSHOT_TEST_S3=install (Debian, as
 * root), which `npm run test:slow` does. EARSHOT_TEST_S3=off skips these tests.
 */
export async function missingForS3(): Promise<string | null> {
  const asked = environment()['EARSHOT_TEST_S3']
  if (asked === 'off') return 'EARSHOT_TEST_S3=off'
  if (await areThere()) return null
  if (asked !== 'install') return 'no S3 server on this machine; EARSHOT_TEST_S3=install installs one (Debian, as root)'
  try {
    await install()
    return (await areThere()) ? null : 'the S3 server was installed and is not where Debian puts it'
  } catch (error) {
    return `the S3 server could not be installed: ${String(error).split('\n')[0]}`
  }
}

/** Installs the packages. apt runs one process at a time: a second one waits and finds them installed. */
async function install(): Promise<void> {
  const apt = async (...words: string[]) => {
    await promisify(execFile)('apt-get', ['-q', '-o', 'DPkg::Lock::Timeout=300', ...words], {
      env: { ...environment(), DEBIAN_FRONTEND: 'noninteractive' },
      maxBuffer: 64 * 1024 * 1024,
    })
  }
  await apt('update').catch(() => undefined)
  await apt('install', '-y', '--no-install-recommends', ...PACKAGES)
}

async function areThere(): Promise<boolean> {
  const found = NEEDED.map((path) =>
    access(path).then(
      () => true,
      () => false,
    ),
  )
  return (await Promise.all(found)).every(Boolean)
}
