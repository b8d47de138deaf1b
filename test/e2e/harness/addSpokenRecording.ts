import { readFile } from 'node:fs/promises'
import { type User, uploadRecording } from '#test/server/user.ts'

/** Adds a recording of the given name whose lines, each with its speaker, are spoken one second apart. Returns its id. */
export async function addSpokenRecording(
  user: User,
  name: string,
  lines: readonly (readonly [speaker: string, content: string])[],
): Promise<string> {
  const sound = await readFile('test/fixtures/sound/speech.ogg')
  const bytes = new Uint8Array([...sound, ...new TextEncoder().encode(name)])
  const { id } = await uploadRecording(user, bytes, { name, fileType: 'OPUS' })
  const trans_result = lines.map(([speaker, content], n) => ({
    id: String(n),
    content,
    speaker,
    start_time: n * 1000,
    end_time: n * 1000 + 900,
    language: 'en',
  }))
  await user.files.change({ params: { id }, body: { trans_result } })
  return id
}
