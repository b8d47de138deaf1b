import { afterEach, describe, expect, it, vi } from 'vitest'
import { mockHost } from '#test/screens/mockHost.ts'
import { fetchDesktopVersion, parseVersion } from './desktopVersion.ts'

afterEach(() => vi.unstubAllGlobals())

const VALID_YML = `version: 0.9.2
files:
  - url: Earshot-0.9.2-x64.exe
    sha512: sVsOcrxFwrjw==
    size: 98304
path: Earshot-0.9.2-x64.exe
releaseDate: '2026-11-02T10:00:00.000Z'
`

describe('version in latest.yml (A§7)', () => {
  it.each([
    ['as usual', VALID_YML, '0.9.2'],
    ['with Windows line ends', VALID_YML.replaceAll('\n', '\r\n'), '0.9.2'],
    ['in quotes', `version: '1.0.0'`, '1.0.0'],
    ['in double quotes', `version: "1.0.0"`, '1.0.0'],
    ['before a release', 'version: 1.0.0-beta.3', '1.0.0-beta.3'],
    ['with a build', 'version: 1.0.0+20261102', '1.0.0+20261102'],
    ['further down', 'path: x\nversion: 1.0.0\n', '1.0.0'],
    ['not at all', 'path: x\n', null],
    ['empty', 'version:\n', null],
    ['twice', 'version: 1.0.0\nversion: 2.0.0\n', null],
    ['of something else', 'files:\n  - version: 1.0.0\n', null],
    ['half a version', 'version: 1.0\n', null],
    ['quotes that do not match', `version: '1.0.0"`, null],
    ['an address', 'version: 1.0.0/../../evil\n', null],
    ['markup', 'version: 1.0.0"><script>\n', null],
    ['something of YAML', 'version: !!js/function 1.0.0\n', null],
    ['without end', `version: 1.0.${'0'.repeat(60)}`, null],
    ['a page of HTML', '<!doctype html><title>version: 1.0.0</title>', null],
    ['nothing', '', null],
  ])('%s', (_, yml, version) => {
    expect(parseVersion(yml)).toBe(version)
  })

  it.each([`version: x${' '.repeat(16_000)}y`, `version: x${' \t'.repeat(8000)}y\u2028`, 'version: 1\n'.repeat(1500)])(
    'is null for 16 KB of other text',
    (yml) => expect(parseVersion(yml)).toBeNull(),
  )

  it('is read from the host of the operator', async () => {
    const { requests } = mockHost('https://files.example.org', () => new Response(VALID_YML))
    expect(await fetchDesktopVersion('https://files.example.org/desktop', 1000)).toBe('0.9.2')
    expect(requests).toEqual(['https://files.example.org/desktop/latest.yml'])
  })

  it.each([
    ['a text that says none', 'https://files.example.org', 'hello'],
    ['a text too long', 'https://files.example.org', `version: 1.0.0\n#${'x'.repeat(17_000)}`],
    ['a host without https', 'http://files.example.org', VALID_YML],
    ['no address', 'files', VALID_YML],
  ])('rejects: %s', async (_, base, yml) => {
    mockHost('https://files.example.org', () => new Response(yml))
    await expect(fetchDesktopVersion(base, 1000)).rejects.toThrow(Error)
  })
})
