import { client } from '#shared/client.ts'
import { send } from '#browser/http/send.ts'
import { type PastTask, generateContract } from '../contract.ts'

const generateClient = client('generate', generateContract, send)
const LATEST = 50

/** Returns the latest transcriptions, newest first. */
export async function fetchTranscriptHistory(signal: AbortSignal): Promise<PastTask[]> {
  return (await generateClient.history({ query: { limit: LATEST } }, { signal })).data.list
}
