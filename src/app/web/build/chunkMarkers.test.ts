import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { readChunkMarkers } from './chunkMarkers.ts'

let src: string
beforeEach(() => {
  src = mkdtempSync(join(tmpdir(), 'earshot-markers-'))
  mkdirSync(join(src, 'pages'))
  writeFileSync(join(src, 'pages/Page.tsx'), '')
})
afterEach(() => rmSync(src, { recursive: true }))

const writeRoutes = (...imports: string[]) => writeFileSync(join(src, 'routes.ts'), imports.join('\n'))
const ALL = `import(/* chunk: landing, library, overlay, direct, offline */ './pages/Page.tsx')`

describe('chunk markers', () => {
  it('name the imported files', () => {
    writeRoutes(ALL)
    expect(readChunkMarkers(src).landing).toEqual(new Set([join(src, 'pages/Page.tsx')]))
    expect(readChunkMarkers(src).offline).toEqual(new Set([join(src, 'pages/Page.tsx')]))
  })

  it.each([
    ['an unknown marker', [ALL, `import(/* chunk: first */ './pages/Page.tsx')`], /unknown marker/],
    ['an import of a missing file', [ALL, `import(/* chunk: direct */ './pages/Gone.tsx')`], /does not exist/],
    ['a marker that nothing has', [ALL.replace(', direct', '')], /marked as direct/],
  ])('throw for %s', (_, imports, message) => {
    writeRoutes(...imports)
    expect(() => readChunkMarkers(src)).toThrow(message)
  })
})
