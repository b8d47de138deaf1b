import { dirname, join, relative } from 'node:path'
import { describe, expect, it } from 'vitest'
import { ROOT, textFiles, text } from './tree.ts'

/** System paths that may appear in the repository, with the reason. Paths below them are allowed too. */
const ALLOWED: Record<string, string> = {
  '/bin/sh': 'the shell of the system',
  '/dev/kit': 'an address of the page, not of the disk',
  '/dev/shm': 'memory that serves as a disk for what tests write',
  '/dev/null': 'where a shell sends what nobody reads',
  '/etc/passwd': 'the accounts of the system, which the database needs; and what attacks of the tests ask for',
  '/etc': 'a name that tests of blobs refuse',
  '/proc': 'what Linux says of processes',
  '/root/earshot': 'an example in a comment: a folder only root may enter',
  '/tmp': 'short enough for a socket where the data folder is not; the place of the database is chosen there',
  '/usr/bin': 'programs of the system',
  '/var/lib/earshot': 'the database where the account that runs it may not enter the data folder',
}

/** Files that contain outside paths on purpose, as attacks that must fail. */
const ATTACKS = [
  'src/app/server/badInput.test.ts',
  'src/features/upload/server/abuse.test.ts',
  'src/features/upload/server/upload.test.ts',
  'src/platform/blobs/blobs.test.ts',
  'src/platform/blobs/deleteUnder.test.ts',
]

const TOP = 'dev|etc|mnt|opt|proc|root|srv|sys|tmp|usr|var|work|workspace'
/** These are also words in addresses, so only paths below them count. */
const TOP_AND_WORD = 'bin|boot|home|lib|lib64|media|nix|private|run|sbin|Users|Volumes'
const ABSOLUTE = new RegExp(
  String.raw`(?<![\w.:)\]}*$-]|(?<!file:/)/|\w/)(?:/(?:${TOP})\b(?!\\/)(?:/[\w.*-]+)*|/(?:${TOP_AND_WORD})(?:/[\w.*-]+)+|~/[\w.]+|\b[A-Z]:\\{1,2}\w+)`,
  'g',
)
/** `../../x`, and `'..', '..'` passed to join. */
const UPWARDS = /(?<![\w./])(?:\.\.(?:\/|', '))+(?:[\w@.-]+\/?)*/g

/** Returns the absolute paths in a text that are not allowed. */
function absolutePaths(source: string): string[] {
  const isAllowed = (path: string) => Object.keys(ALLOWED).some((prefix) => path === prefix || path.startsWith(`${prefix}/`))
  return [...source.matchAll(ABSOLUTE)].map(([path]) => path.replace(/\.+$/, '')).filter((path) => !isAllowed(path))
}

/** Returns the relative paths in a file that leave the repository. */
function pathsOutside(path: string, source: string): string[] {
  return [...source.matchAll(UPWARDS)]
    .map(([found]) => found)
    .filter((found) => relative(ROOT, join(ROOT, dirname(path), found.replaceAll(`', '`, '/'))).startsWith('..'))
}

describe('a clone of the repository', () => {
  const own = 'test/house/paths.test.ts'
  const all = textFiles().filter((path) => path !== own)

  it('needs no absolute path except those of the system', () => {
    const found = all.flatMap((path) => absolutePaths(text(path)).map((absolute) => `${path}: ${absolute}`))
    expect(found).toEqual([])
  })

  it('needs nothing outside the repository', () => {
    const looked = all.filter((path) => !ATTACKS.includes(path))
    expect(looked.flatMap((path) => pathsOutside(path, text(path)).map((outside) => `${path}: ${outside}`))).toEqual([])
  })

  it('has no unused exceptions', () => {
    const whole = all.map(text).join('\n')
    expect(Object.keys(ALLOWED).filter((path) => !whole.includes(path))).toEqual([])
    expect(ATTACKS.filter((path) => !all.includes(path))).toEqual([])
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
    expect(absolutePaths(source)).toHaveLength(1)
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
    expect(absolutePaths(source)).toEqual([])
  })

  it('finds paths that leave the repository, and nothing else', () => {
    expect(pathsOutside('bench/wer.ts', `'../../shared' '../test/x' '../package.json'`)).toEqual(['../../shared'])
    expect(pathsOutside('src/a/b.ts', `join(dir, '..', '..', '..', 'x') join(dir, '..', '..')`)).toHaveLength(1)
    expect(pathsOutside('README.md', 'see ../reference')).toEqual(['../reference'])
  })
})
