import { execFile } from 'node:child_process'
import { access } from 'node:fs/promises'
import { promisify } from 'node:util'
import { environment } from '#platform/config/environment.ts'
import { MEMCACHED, PYTHON, SERVERS } from './swiftSettings.ts'

const PACKAGES = ['memcached', 'python3-swift', ...SERVERS.map((server) => `swift-${server}`)]
const REQUIRED_PROGRAMS = [PYTHON, MEMCACHED, ...SERVERS.map((server) => `/usr/bin/swift-${server}-server`)]

/**
 * Returns why no S3 server can run here, or null. Packages are installed only on request: EARSHOT_TEST_S3=install (Debian, as
 * root), which `npm run test:slow` sets. EARSHOT_TEST_S3=off skips these tests.
 */
export async function s3SkipReason(): Promise<string | null> {
  const setting = environment()['EARSHOT_TEST_S3']
  if (setting === 'off') return 'EARSHOT_TEST_S3=off'
  if (await areInstalled()) return null
  if (setting !== 'install') return 'no S3 server on this machine; EARSHOT_TEST_S3=install installs one (Debian, as root)'
  try {
    await installPackages()
    return (await areInstalled()) ? null : 'the S3 server was installed and is not where Debian puts it'
  } catch (error) {
    return `the S3 server could not be installed: ${String(error).split('\n')[0]}`
  }
}

/** Installs the packages. Only one process can run apt at a time: a second one waits and then finds them installed. */
async function installPackages(): Promise<void> {
  const apt = async (...args: string[]) => {
    await promisify(execFile)('apt-get', ['-q', '-o', 'DPkg::Lock::Timeout=300', ...args], {
      env: { ...environment(), DEBIAN_FRONTEND: 'noninteractive' },
      maxBuffer: 64 * 1024 * 1024,
    })
  }
  await apt('update').catch(() => undefined)
  await apt('install', '-y', '--no-install-recommends', ...PACKAGES)
}

async function areInstalled(): Promise<boolean> {
  const checks = REQUIRED_PROGRAMS.map((path) =>
    access(path).then(
      () => true,
      () => false,
    ),
  )
  return (await Promise.all(checks)).every(Boolean)
}
