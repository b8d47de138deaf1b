import { readFileSync, readdirSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { type ChunkModules, MODULE_LIST } from '#app/web/build/moduleList.ts'
import { buildPage } from '#test/process/buildPage.ts'
import { measure } from '../../bench/web.ts'

let dir: string
let chunks: ChunkModules[]
let assets: string[]

beforeAll(async () => {
  dir = await buildPage()
  chunks = JSON.parse(await readFile(join(dir, MODULE_LIST), 'utf8')) as ChunkModules[]
  assets = readdirSync(join(dir, 'assets')).map((name) => `assets/${name}`)
}, 180_000)

/** Returns the modules of the entry chunks and everything they import statically. */
function entryModules(): string[] {
  const byName = new Map(chunks.map((chunk) => [chunk.file, chunk]))
  const seen = new Set<string>()
  const collectModules = (name: string): string[] => {
    const chunk = byName.get(name)
    if (!chunk || seen.has(name)) return []
    seen.add(name)
    return [...chunk.modules, ...chunk.imports.flatMap(collectModules)]
  }
  return chunks.filter(({ isEntry }) => isEntry).flatMap(({ file }) => collectModules(file))
}

describe('the built page', () => {
  it('stays within its size budgets', () => {
    const overBudget = measure(dir).filter(({ gzip, limit }) => gzip > limit)
    expect(overBudget).toEqual([])
  })

  it('preloads the latin text font only, as the request that its styles make', async () => {
    const html = await readFile(join(dir, 'index.html'), 'utf8')
    const [preload, ...others] = html.match(/<link [^>]*as="font"[^>]*>/g) ?? []
    const href = /href="\/(assets\/inter-latin-wght-normal-[\w-]+\.woff2)"/.exec(preload ?? '')?.[1] ?? ''
    expect(others).toEqual([])
    expect(preload).toMatch(/ crossorigin\b/)
    const [cssFile = ''] = assets.filter((name) => name.endsWith('.css'))
    expect(await readFile(join(dir, cssFile), 'utf8')).toContain(`url(/${href})`)
    expect(await readFile(join(dir, 'sw.js'), 'utf8')).toContain(href)
  })

  it('configures zod in the entry, and loads it with the contracts of the first page', () => {
    expect(entryModules().some((id) => id === 'src/app/web/configureZod.ts')).toBe(true)
    expect(entryModules().filter((id) => id.includes('node_modules/zod/'))).toEqual([])
  })

  it('has no zod in its workers, but in the one that reads exports of other services', async () => {
    const workers = assets.filter((name) => /Worker-[\w-]+\.js$/.test(name) && !name.includes('recordingWorker'))
    expect(workers.length).toBeGreaterThan(2)
    for (const name of workers) expect(await readFile(join(dir, name), 'utf8'), name).not.toContain('ZodError')
  })

  it('loads no settings, telemetry, dialogs or contracts before the first page', () => {
    const modules = entryModules()
    expect(modules.some((id) => id === 'src/app/web/main.tsx')).toBe(true)
    const lazyModules =
      /\/contract\.ts$(?<!\/shared\/contract\.ts)|\/contract\/|\/web\/settings\/|startTelemetry|ModalDialog|encryptedResponses|\/layout\/MainLayout/
    expect(modules.filter((id) => lazyModules.test(id))).toEqual([])
  })

  it('contains nothing of the component gallery', () => {
    const modules = chunks.flatMap((chunk) => chunk.modules)
    expect(modules.filter((id) => /^dev\/gallery\/(?!galleryRoutes\.ts)/.test(id))).toEqual([])
    const files = chunks.map(({ file }) => file)
    expect(files.filter((file) => /dev\/kit|kit-specimen/.test(readFileSync(join(dir, file), 'utf8')))).toEqual([])
  })
})
