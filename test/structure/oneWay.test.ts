import { describe, expect, it } from 'vitest'
import { allBytesRoutes } from '#test/server/allBytesRoutes.ts'
import { listFiles, listSourceFiles, readText, withoutComments } from './sourceTree.ts'

const filesWith = (pattern: RegExp): string[] =>
  listSourceFiles().filter(
    (path) => path.startsWith('src/') && !path.includes('.test.') && pattern.test(withoutComments(readText(path))),
  )

describe('there is only one way', () => {
  it('to write a value into a column of type jsonb: json() of platform/db', () => {
    expect(filesWith(/::jsonb\b|JSON\.stringify\([^\n]*\) as unknown as|\bJSONColumnType\b/)).toEqual(['src/platform/db/json.ts'])
    // The type of a table lets nothing else into its columns.
    const read = (ends: string, pattern: RegExp): string[] =>
      listFiles('src')
        .filter((path) => path.endsWith(ends) && !path.includes('.test.'))
        .flatMap((path) => [...withoutComments(readText(path)).matchAll(pattern)].map(([, found = '']) => found))
    const declared = new Set(read('.ts', /\bJsonTable<([^>]*(?:>[^>]*)?)>/g).flatMap((types) => types.match(/\w+(?=')/g) ?? []))
    const columns = new Set(read('.sql', /^\s*(?:add column |alter table \w+ add column )?(\w+) jsonb\b/gm))
    expect([...columns].filter((column) => !declared.has(column))).toEqual([])
    expect(columns.size).toBeGreaterThan(20)
  })

  it('to load code later: lazyCode() of ui/lazy, with its messages by withNamespace()', () => {
    expect(
      filesWith(/\blazyRouteComponent\b|\bReact\.lazy\b|\blazy\(|\bSuspense\b[^\n]*from 'react'|\blazyPage\b|\buseLazyLoad\b/),
    ).toEqual([])
    expect(filesWith(/\bloadNamespace\(/)).toEqual(['src/browser/i18n/i18n.ts'])
  })

  it('to link to a page: the typed links of the router', () => {
    expect(filesWith(/\bPageLink\b|\bto=\{(?:paths\.|`)|\bhref: paths\./)).toEqual([])
  })

  it('to read an address: the validated search and the params of a route', () => {
    expect(filesWith(/strict: false|validateSearch: \([^\n]*\bas\b/)).toEqual([])
    const reads = /\bwindow\.location\b|\blocation\.search\b|searchStr\b|searchParams\.get\(|\.pathname\.(?:startsWith|match)\(/
    expect(filesWith(reads).filter((path) => /^src\/(?:app\/web|browser|ui|features\/[^/]+\/web)/.test(path))).toEqual(
      [
        // A fragment that only this function reads, removed without a navigation.
        'src/features/account/web/AccountBackground.tsx',
        // A notice is part of any address, also of one that is no route (A§2).
        'src/browser/page/noticeQuery.ts',
      ].sort(),
    )
  })

  it('to roll back with a refusal: ctx.transaction() of platform, whose work returns it', () => {
    expect(filesWith(/\bsavepoint\b|\brollback to\b|class \w*(?:RolledBack|RollBack)/i)).toEqual([
      'src/platform/db/transaction.ts',
    ])
    const thrownRefusals = filesWith(/class \w*Refus\w* extends Error|throw new \w*Refus\w*\(/)
    expect(thrownRefusals.filter((path) => path.includes('/server/'))).toEqual([])
  })

  it('to change the upload queue: an event that UploadRunner gives to reduceQueue()', () => {
    const queue = 'src/features/upload/web/queue'
    expect(filesWith(/\breduceQueue\(/)).toEqual([`${queue}/UploadRunner.ts`, `${queue}/reduceQueue.ts`])
    const coordinator = filesWith(/\bnew (TabCoordinator|UploadRunner)\(|\.UploadRunner\(/)
    expect(coordinator).toEqual([`${queue}/Uploads.ts`])
  })

  it('to take or send bytes: a bytesRoute of a contract, served by serveBytes() of platform/http', () => {
    // What follows a standard of its own: health checks, OAuth 2 and the redirects of identity providers.
    expect(filesWith(/config: \{[^}]*\boperation\b/)).toEqual([
      'src/app/server/healthRoutes.ts',
      'src/features/account/server/sso/ssoPages.ts',
      'src/features/integrations/server/oauthRoutes.ts',
      'src/platform/http/serveBytes.ts',
    ])
    const contracts = filesWith(/\bbytesRoute\(\{/)
    expect(contracts).toEqual([...new Set(allBytesRoutes.map(({ file }) => file.replace('../../', '')))].toSorted())
  })

  it('to write from a screen: useAction() of ui/action, and one to explain a failure', () => {
    expect(filesWith(/\buseMutation\(|\buseMutation</)).toEqual(['src/ui/action/useAction.ts'])
    expect(filesWith(/function useExplainError\b|const useExplainError\b/)).toEqual(['src/ui/feedback/useExplainError.ts'])
  })

  it('to copy: copyText() of browser/page', () => {
    expect(filesWith(/\bclipboard\.write/)).toEqual(['src/browser/page/copyText.ts'])
  })

  it('to format a time in a recording: formatTimestamp() of shared', () => {
    // Formats of other programs have fractions of a second, or frames.
    const files = filesWith(/% 60\b[^]{0,160}padStart\(2|padStart\(2[^\n]*% 60\b/)
    expect(files.filter((path) => !path.startsWith('src/features/export/server/formats/'))).toEqual(['src/shared/timestamp.ts'])
  })

  it('to read texts in the ten languages on the server: serverTexts() of platform/text', () => {
    expect(filesWith(/from '[^']*\/(?!en_US)[a-z]{2}_[A-Z]{2}\.json'|^ {2}de_DE: (\{|'|\[)/m)).toEqual(['src/shared/locales.ts'])
  })

  it('to parse Markdown, and to write it: src/shared/markdown', () => {
    expect(filesWith(/from '(?:mdast-|micromark|remark|react-markdown|unified|marked|markdown-it)/)).toEqual([
      'src/shared/markdown/formatMarkdown.ts',
      'src/shared/markdown/parseMarkdown.ts',
    ])
  })

  it('to read lines of Markdown: readLines(), inlineText() and changeTasks() of src/shared/markdown', () => {
    // A box, a heading, emphasis, or a link to a time in a regular expression.
    const files = filesWith(/\\\[\[[ xX]{2,3}\]|\^[^\n]{0,20}#\{1,6\}|\\\*\\\*[|)]|\(#t=\\?\(?\\d|\]\\\(#t=/)
    const others = [
      // Instructions of templates: a line that begins with # begins a section.
      'src/features/notes/rules/splitInstructions.ts',
      // Compares two texts without their boxes.
      'src/features/notes/web/useNotes.ts',
      // Transcripts of other programs.
      'src/features/transcription/rules/import/parseTimedText.ts',
    ]
    expect(files.filter((path) => !path.startsWith('src/shared/markdown/'))).toEqual(others)
  })

  it('to escape text in HTML, and in Markdown', () => {
    // XML and subtitles of exports have rules of their own.
    const escaping = filesWith(/'&lt;'/).filter((path) => !path.startsWith('src/features/export/server/formats/'))
    expect(escaping).toEqual(['src/shared/html.ts'])
    expect(filesWith(/const escape(?:Html|Markdown) =|function escape(?:Html|Markdown)\(/)).toEqual([
      'src/shared/html.ts',
      'src/shared/markdown/escapeMarkdown.ts',
    ])
  })

  it('to compare two texts: the package diff, but for the words of a transcript', () => {
    expect(filesWith(/from 'diff'/)).toEqual(['src/features/notes/web/compare/alignVersions.ts'])
  })
})
