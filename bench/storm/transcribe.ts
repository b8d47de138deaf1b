import { createSilentMp3 } from '#test/fixtures/sound/createToneWav.ts'
import { uploadRecording } from '#test/server/user.ts'
import { type Buyer, callApi } from './shop.ts'

/** Uploads a silent recording and starts its transcription, which uses minutes. Does not wait for the end. */
export async function transcribe(buyer: Buyer): Promise<boolean> {
  const length = 60 + 60 * buyer.random.below(8)
  const runStep = async <T>(step: () => Promise<T>): Promise<T> => {
    const { reply, refusal } = await callApi(buyer, 'upload', step)
    if (refusal !== undefined) throw new Error(`an upload was refused: ${refusal}`)
    return reply as T
  }
  const file = await uploadRecording(buyer.user, createSilentMp3(length), { name: 'Storm', runStep }).catch((error: unknown) => {
    buyer.shop.journal.count(`uploads given up: ${String(error)}`)
    return null
  })
  if (!file) return false
  await callApi(buyer, 'transcribe', () => buyer.user.generate.transsumm({ params: { id: file.id }, body: {} }))
  return true
}
