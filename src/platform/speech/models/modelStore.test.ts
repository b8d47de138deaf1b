import { mkdir, mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { startModelHost } from '#test/fakes/models/startModelHost.ts'
import { createTestModel, testModelFiles } from '#test/fixtures/testModel.ts'
import { openModelStore, type ModelStore } from './modelStore.ts'

const never = new AbortController().signal
const silent = { signal: never, onProgress: () => undefined }
/** Does not wait between attempts. */
const clock = { now: () => new Date(0), wait: async () => undefined }
const encoder = testModelFiles['encoder.onnx']!
const served = (folder: string) => Object.fromEntries(Object.entries(testModelFiles).map(([name, content]) => [`${folder}/${name}`, content]))

let dir = ''
beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'earshot-store-'))
})
afterEach(async () => await rm(dir, { recursive: true }))

const open = (sources: string[], options: { mirror?: string } = {}): ModelStore =>
  openModelStore({ dir: join(dir, 'models'), catalogue: [createTestModel(sources)], clock, ...options })
const pathOf = (file: string) => join(dir, 'models', 'test-model', file)
const stateOf = async (store: ModelStore) => (await store.list()).models[0]!

describe('a model', () => {
  it('is downloaded with progress, and is installed when all files are complete', async () => {
    await using host = await startModelHost(served('/a'))
    const store = open([`${host.url}/a`])
    expect(await stateOf(store)).toMatchObject({ isInstalled: false, received: 0 })
    const progress: number[] = []
    await store.download('test-model', { signal: never, onProgress: (received) => void progress.push(received) })
    expect(progress.at(-1)).toBe(60_008)
    expect(progress).toEqual(progress.toSorted((a, b) => a - b))
    expect(await stateOf(store)).toMatchObject({ isInstalled: true, received: 60_008 })
    expect((await store.read()).models).toMatchObject([{ model: { id: 'test-model' }, dir: join(dir, 'models', 'test-model') }])
    expect((await readdir(join(dir, 'models', 'test-model'))).toSorted()).toEqual(['encoder.onnx', 'tokens.txt'])
  })

  it('continues after a broken connection without loading anything twice', async () => {
    await using host = await startModelHost(served('/a'))
    host.failNext('hangs', 'hangs')
    await open([`${host.url}/a`]).download('test-model', { signal: never, onProgress: () => host.dropConnections() })
    expect(await readFile(pathOf('encoder.onnx'))).toEqual(encoder)
    expect(host.requests.slice(0, 3)).toEqual(['/a/encoder.onnx', '/a/encoder.onnx bytes=30000-', '/a/encoder.onnx bytes=45000-'])
  })

  it('resumes an earlier download, and starts over when the host does not support ranges', async () => {
    await using host = await startModelHost(served('/a'))
    const store = open([`${host.url}/a`])
    host.failNext('hangs')
    const stop = new AbortController()
    const paused = store.download('test-model', { signal: stop.signal, onProgress: () => stop.abort() })
    await expect(paused).rejects.toMatchObject({ kind: 'aborted' })
    const { received } = await stateOf(store)
    expect(received).toBeGreaterThan(0)
    await store.download('test-model', silent)
    expect(host.requests.at(-2)).toBe(`/a/encoder.onnx bytes=${received}-`)

    await rm(pathOf('encoder.onnx'))
    await writeFile(pathOf('encoder.onnx.part'), encoder.subarray(0, 1000))
    await using simpleHost = await startModelHost(served('/a'), { ranges: false })
    await open([`${simpleHost.url}/a`]).download('test-model', silent)
    expect(await readFile(pathOf('encoder.onnx'))).toEqual(encoder)
  })

  it('comes from the second source when the first lacks the file or has another one', async () => {
    await using first = await startModelHost(served('/a'))
    await using second = await startModelHost(served('/b'))
    first.failNext('missing', 'wrong')
    await open([`${first.url}/a`, `${second.url}/b`]).download('test-model', silent)
    expect(await readFile(pathOf('encoder.onnx'))).toEqual(encoder)
    expect(second.requests).toEqual(['/b/encoder.onnx', '/b/tokens.txt'])
  })

  it('is never installed with a wrong checksum, and the damaged file is deleted', async () => {
    await using host = await startModelHost(served('/a'))
    host.failNext('wrong')
    const store = open([`${host.url}/a`])
    await expect(store.download('test-model', silent)).rejects.toMatchObject({ kind: 'wrong-content', message: expect.stringContaining('encoder.onnx') })
    expect(await stateOf(store)).toMatchObject({ isInstalled: false, received: 0 })
  })

  it('is loaded from a folder or a mirror before its maker', async () => {
    await using maker = await startModelHost(served('/a'))
    await using mirror = await startModelHost(served('/test-model'))
    await open([`${maker.url}/a`], { mirror: mirror.url }).download('test-model', silent)
    await rm(join(dir, 'models'), { recursive: true })
    await mkdir(join(dir, 'disk', 'test-model'), { recursive: true })
    for (const [name, content] of Object.entries(testModelFiles)) await writeFile(join(dir, 'disk', 'test-model', name), content)
    const store = open([`${maker.url}/a`], { mirror: join(dir, 'disk') })
    await store.download('test-model', silent)
    expect(await stateOf(store)).toMatchObject({ isInstalled: true })
    expect(maker.requests).toEqual([])
  })

  it('names the host that cannot be reached', async () => {
    const host = await startModelHost({})
    await host[Symbol.asyncDispose]()
    const failure = { kind: 'unreachable', message: `${new URL(host.url).host} cannot be reached.` }
    await expect(open([`${host.url}/a`]).download('test-model', silent)).rejects.toMatchObject(failure)
  })

  it('is not downloaded by two processes at once, and the lock of an ended process is ignored', async () => {
    await using host = await startModelHost(served('/a'))
    host.failNext('hangs')
    const store = open([`${host.url}/a`])
    const stop = new AbortController()
    const began = Promise.withResolvers<undefined>()
    const first = store.download('test-model', { signal: stop.signal, onProgress: () => began.resolve(undefined) })
    await began.promise
    await expect(store.download('test-model', silent)).rejects.toMatchObject({ kind: 'busy' })
    stop.abort()
    await expect(first).rejects.toMatchObject({ kind: 'aborted' })
    await writeFile(pathOf('.lock'), '2147483646')
    await store.download('test-model', silent)
    expect(await stateOf(store)).toMatchObject({ isInstalled: true })
  })

  it('is removed with its speed and the preference for it', async () => {
    await using host = await startModelHost(served('/a'))
    const store = open([`${host.url}/a`])
    await store.download('test-model', silent)
    await store.saveSpeed('test-model', { speed: 12.5, threads: 2 })
    await store.prefer('test-model')
    expect(await store.list()).toMatchObject({ preferred: 'test-model', models: [{ measured: { speed: 12.5 } }] })
    await store.remove('test-model')
    expect(await store.list()).toMatchObject({ preferred: null, models: [{ isInstalled: false, received: 0, measured: null }] })
  })

  it('is refused for an unknown id, and the bundled one cannot be removed', async () => {
    await expect(open([]).download('no-such-model', silent)).rejects.toMatchObject({ kind: 'unknown-model' })
    await expect(openModelStore({ dir }).remove('whisper-base')).rejects.toMatchObject({ kind: 'bundled' })
  })
})
