import { dirname, join, relative } from 'node:path'
import { describe, expect, it } from 'vitest'
import { ROOT, listTextFiles, readText } from './sourceTree.ts'

/** System paths that may occur in the repository, with the reason. Paths below them are allowed as well. */
const ALLOWED_PATHS: Record<string, string> = {
  '/bin/sh': 'the shell of the system',
  '/dev/kit': 'an address of the page, not of the disk',
  '/dev/shm': 'memory that serves as a disk for what tests write',
  '/dev/null': 'where a shell discards output',
  '/etc/passwd': 'the accounts of the system, which the database needs; and what attacks of the tests ask for',
  '/etc': 'a name that tests of blobs refuse',
  '/proc': 'what Linux says of processes',
  '/root/earshot': 'an example in a comment: a folder only root may enter',
  '/tmp': 'short enough for a socket where the data folder is not; the place of the database is chosen there',
  '/usr/bin': 'programs of the system',
  '/var/lib/earshot': 'the database where the account that runs it may not enter the data folder',
}

/** Files that contain outside paths on purpose, as attacks that must fail. */
const ATTACK_FILES = [
  'src/app/server/badInput.test.ts',
  'src/features/upload/server/abuse.test.ts',
  'src/features/upload/server/upload.test.ts',
  'src/platform/blobs/blobs.test.ts',
  'src/platform/blobs/deleteUnder.test.ts',
]

const SYSTEM_FOLDERS = 'dev|etc|mnt|opt|proc|root|srv|sys|tmp|usr|var|work|workspace'
/** These are also words in URLs, so only paths below them count. */
const AMBIGUOUS_FOLDERS = 'bin|boot|home|lib|lib64|media|nix|private|run|sbin|Users|Volumes'
const ABSOLUTE_PATH = new RegExp(
  String.raw`(?<![\w.:)\]}*$-]|(?<!file:/)/|\w/)(?:/(?:${SYSTEM_FOLDERS})\b(?!\\/)(?:/[\w.*-]+)*|/(?:${AMBIGUOUS_FOLDERS})(?:/[\w.*-]+)+|~/[\w.]+|\b[A-Z]:\\{1,2}\w+)`,
  'g',
)
/** `../../x`, and `'..', '..'` passed to join. */
const UPWARD_PATH = /(?<![\w./])(?:\.\.(?:\/|', '))+(?:[\w@.-]+\/?)*/g

/** Returns the absolute paths in a text that are not allowed. */
function findAbsolutePaths(source: string): string[] {
  const isAllowed = (path: string) =>
    Object.keys(ALLOWED_PATHS).some((prefix) => path === prefix || path.startsWith(`${prefix}/`))
  return [...source.matchAll(ABSOLUTE_PATH)].map(([path]) => path.replace(/\.+$/, '')).filter((path) => !isAllowed(path))
}

/** Returns the relative paths in a file that lead out of the repository. */
function findOutsidePaths(path: string, source: string): string[] {
  return [...source.matchAll(UPWARD_PATH)]
    .map(([found]) => found)
    .filter((found) => relative(ROOT, join(ROOT, dirname(path), found.replaceAll(`', '`, '/'))).startsWith('..'))
}

describe('a clone of the repository', () => {
  const ownPath = 'test/structure/paths.test.ts'
  const all = listTextFiles().filter((path) => path !== ownPath)

  it('needs no absolute paths except system paths', () => {
    const found = all.flatMap((path) => findAbsolutePaths(readText(path)).map((absolutePath) => `${path}: ${absolutePath}`))
    expect(found).toEqual([])
  })

  it('needs nothing outside the repository', () => {
    const checkedPaths = all.filter((path) => !ATTACK_FILES.includes(path))
    expect(
      checkedPaths.flatMap((path) => findOutsidePaths(path, readText(path)).map((outsidePath) => `${path}: ${outsidePath}`)),
    ).toEqual([])
  })

  it('has no unused exceptions', () => {
    const allText = all.map(readText).join('\n')
    expect(Object.keys(ALLOWED_PATHS).filter((path) => !allText.includes(path))).toEqual([])
    expect(ATTACK_FILES.filter((path) => !all.includes(path))).toEqual([])
  })
})

describe('the search for paths', () => {
  it.each([
    `const CLIPS = '/work/shared/audio'`,
    'see /home/lena/notes.md',
    'cd ~/earshot',
    `open('file:///opt/models/a.onnx')`,
    'C:\\Users\\lena',
    '`/mnt/disk`',
    '2>/var/log/x',
  ])('finds %s', (source) => {
    expect(findAbsolutePaths(source)).toHaveLength(1)
  })

  it.each([
    `to: '/home?code=7'`,
    'https://example.org/home/lena',
    'src/app/home/x.ts',
    `${'${dir}'}/tmp/x`,
    '2>/dev/null',
    `'/usr/bin/python3'`,
    'either/or',
    String.raw`/dev\/kit/.test(code)`,
  ])('ignores %s', (source) => {
    expect(findAbsolutePaths(source)).toEqual([])
  })

  it('finds paths that lead out of the repository, and nothing else', () => {
    expect(findOutsidePaths('bench/wer.ts', `'../../shared' '../test/x' '../package.json'`)).toEqual(['../../shared'])
    expect(findOutsidePaths('src/a/b.ts', `join(dir, '..', '..', '..', 'other-repository') join(dir, '..', '..')`)).toHaveLength(
      1,
    )
    expect(findOutsidePaths('README.md', 'see ../reference')).toEqual(['../reference'])
  })
})
