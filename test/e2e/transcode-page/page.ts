import { transcode, TranscodeError } from '#features/upload/web/transcode.ts'

/** What the page tells the test of one run. Bytes travel as base64. */
export type Run = {
  readonly base64: string
  readonly duration: number
  readonly failure: string | null
  readonly heard: readonly { done: number; duration: number | null }[]
}

declare global {
  interface Window {
    transcodeChosen: (cancelAfter?: number) => Promise<Run>
  }
}

/** Makes the chosen file small; with `cancelAfter`, stops when so much sound is done. */
window.transcodeChosen = async (cancelAfter = Infinity) => {
  const file = document.querySelector('input')?.files?.[0]
  if (!file) throw new Error('no file was chosen')
  const heard: { done: number; duration: number | null }[] = []
  const work = transcode(file, (done, duration) => {
    heard.push({ done, duration })
    if (done >= cancelAfter) work.cancel()
  })
  try {
    const { blob, duration } = await work.result
    return { base64: await base64Of(blob), duration, failure: null, heard }
  } catch (error) {
    return { base64: '', duration: 0, failure: error instanceof TranscodeError ? error.failure : String(error), heard }
  }
}

async function base64Of(blob: Blob): Promise<string> {
  let binary = ''
  for (const byte of new Uint8Array(await blob.arrayBuffer())) binary += String.fromCharCode(byte)
  return btoa(binary)
}
