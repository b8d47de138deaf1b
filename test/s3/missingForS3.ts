import { execFile } from 'node:child_process'
import { access } from 'node:fs/promises'
import { promisify } from 'node:util'
import { environment } from '#platform/config/environment.ts'
import { MEMCACHED, PYTHON, SERVERS } from './swiftSettings.ts'

const PACKAGES = ['memcached', 'python3-swift', ...SERVERS.map((server) => `swift-${server}`)]
const NEEDED = [PYTHON, MEMCACHED, ...SERVERS.map((server) => `/usr/bin/swift-${server}-server`)]

/**
 * What keeps a real S3 server from running here, in one sentence; null where nothing does. Programs are put on somebody's machine
 * only when they ask for it: EARSHOT_TEST_S3=install (Debian, as root), as `npm run test:slow` does. EARSHOT_TEST_S3=off leaves these tests out.
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

/** The package manager lets one in at a time: whoever comes second waits, and finds all of it there. */
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
