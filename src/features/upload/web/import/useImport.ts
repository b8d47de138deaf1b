import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useLibrary } from '#features/files/web.tsx'
import { send } from '#browser/http/send.ts'
import { isChosenAtFirst, knownRecordings } from '../../rules/import/importPreview.ts'
import { useUploadLimit } from '../dialog/useUploadLimit.ts'
import type { Uploads } from '../queue/Uploads.ts'
import { type DroppedFiles, isArchive } from '../selection/newUploads.ts'
import { type FoundFile, readFolders } from '../selection/readFolders.ts'
import { ImportSourceError, type ImportSource, type SourceFailure, joinSources, openFiles } from './importSource.ts'
import type { PreviewList } from './readPreviews.ts'

/** What is chosen to be imported. */
export type Chosen = { readonly archives: readonly File[]; readonly files: readonly FoundFile[] }

type Progress = { readonly done: number; readonly total: number | null }
export type ImportState =
  | { readonly step: 'choose'; readonly failure: SourceFailure | 'nothing' | 'unreachable' | null }
  | ({ readonly step: 'reading' | 'importing' } & Progress)
  | (PreviewList & { readonly step: 'list'; readonly source: ImportSource; readonly chosen: ReadonlySet<string> })

const AT_START: ImportState = { step: 'choose', failure: null }

export type ImportOptions = {
  readonly uploads: Uploads
  readonly folderId: string | null
  /** Called when everything is in the queue, with the titles that could not be read. */
  readonly onImported: (failed: readonly string[]) => void
}

/** The steps of an import: choosing an export, reading it, choosing its recordings, and adding them to the upload queue. */
export function useImport({ uploads, folderId, onImported }: ImportOptions) {
  const [state, setState] = useState<ImportState>(AT_START)
  const { run, stop } = useStep((failure) => setState({ step: 'choose', failure }))
  const limit = useUploadLimit()
  const { data: library = [] } = useLibrary()
  const queries = useQueryClient()
  const read = (choose: Promise<Chosen>) =>
    run(async (signal) => {
      setState({ step: 'reading', done: 0, total: null })
      const [source, { readPreviews }] = await Promise.all([choose.then(openChosen), import('./readPreviews.ts')])
      const onProgress = (done: number, total: number) => !signal.aborted && setState({ step: 'reading', done, total })
      const list = await readPreviews(source, {
        limit,
        isKnown: knownRecordings(library.filter(({ is_trash }) => !is_trash)),
        onProgress,
        signal,
      })
      signal.throwIfAborted()
      if (list.previews.length === 0) return setState({ step: 'choose', failure: 'nothing' })
      const chosen = new Set(list.previews.filter(isChosenAtFirst).map(({ group }) => group.key))
      setState({ ...list, step: 'list', source, chosen })
    })
  const start = () => {
    if (state.step !== 'list') return
    const { source, folderNames, chosen } = state
    const previews = state.previews.filter(({ group }) => chosen.has(group.key))
    void run(async (signal) => {
      const onProgress = (done: number) => !signal.aborted && setState({ step: 'importing', done, total: previews.length })
      const { importRecordings } = await import('./importRecordings.ts')
      const failed = await importRecordings({
        source,
        folderNames,
        previews,
        uploads,
        send,
        limit,
        folderId,
        signal,
        onProgress,
      })
      void queries.invalidateQueries({ queryKey: ['folders'] })
      setState(AT_START)
      onImported(failed)
    })
  }
  const choose = (keys: Iterable<string>) =>
    setState((current) => (current.step === 'list' ? { ...current, chosen: new Set(keys) } : current))
  const cancel = () => {
    stop()
    setState(AT_START)
  }
  return { state, read, start, choose, cancel }
}

/** Returns `run`, which runs one step instead of the one before, and `stop`. A stopped step changes nothing any more. */
function useStep(onFailure: (failure: SourceFailure | 'unreachable') => void) {
  const running = useRef<AbortController>(null)
  const stop = () => running.current?.abort()
  useEffect(() => stop, [])
  const run = async (step: (signal: AbortSignal) => Promise<void>) => {
    stop()
    const abort = new AbortController()
    running.current = abort
    try {
      await step(abort.signal)
    } catch (error) {
      if (!abort.signal.aborted) onFailure(error instanceof ImportSourceError ? error.failure : 'unreachable')
    }
  }
  return { run, stop }
}

async function openChosen({ archives, files }: Chosen): Promise<ImportSource> {
  const sources: ImportSource[] = files.length > 0 ? [openFiles(files)] : []
  const { openArchive } = await import('./openArchive.ts')
  for (const archive of archives) sources.push(await openArchive(archive))
  return joinSources(sources)
}

/** Reads dropped archives and folders. */
export async function readDropped({ files, folders }: DroppedFiles): Promise<Chosen> {
  const { found } = await readFolders(folders)
  const single = files.filter((file) => !isArchive(file)).map((file) => ({ file, path: file.name }))
  return withArchives([...single, ...found], files.filter(isArchive))
}

/** Archives within a chosen folder are opened like those that were chosen themselves. */
export const withArchives = (files: readonly FoundFile[], archives: readonly File[] = []): Chosen => ({
  files: files.filter(({ file }) => !isArchive(file)),
  archives: [...archives, ...files.flatMap(({ file }) => (isArchive(file) ? [file] : []))],
})
