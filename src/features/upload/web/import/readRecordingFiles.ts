import { decodeText, encodingName, formatPlaces, importTranscript } from '#features/transcription/rules.ts'
import type { ImportGroup } from '../../rules/import/groupEntries.ts'
import type { ImportPreview } from '../../rules/import/importPreview.ts'
import { type ImportedRecording, readRecording } from '../../rules/import/readRecording.ts'

/** The texts of a recording as they were unpacked: bytes, or the text of a Word document. Null for one that cannot be read. */
export type RecordingRequest = {
  readonly group: ImportGroup
  readonly files: readonly (Blob | string | null)[]
  readonly folderNames: ReadonlyMap<string, string>
}

export type ReadRecordingFiles = ImportedRecording & Pick<ImportPreview, 'guessedEncoding' | 'leftOutPlaces'>

/** Reads the texts of one recording. */
export async function readRecordingFiles({ group, files, folderNames }: RecordingRequest): Promise<ReadRecordingFiles> {
  let guessedEncoding: string | null = null
  const readText = async (text: ImportGroup['texts'][number]): Promise<string> => {
    const file = files[group.texts.findIndex(({ entry }) => entry.path === text.entry.path)]
    if (typeof file === 'string') return file
    if (!file) throw new Error('the text cannot be read')
    const decoded = decodeText(new Uint8Array(await file.arrayBuffer()))
    if (decoded.isGuess) guessedEncoding ??= encodingName(decoded.encoding)
    return decoded.text
  }
  const recording = await readRecording(group, { readText, parseTranscript: importTranscript }, folderNames)
  const places = (recording.leftOut ?? []).flatMap((each) => each.places).toSorted((a, b) => a - b)
  return { ...recording, guessedEncoding: recording.segments ? guessedEncoding : null, leftOutPlaces: formatPlaces(places) }
}
