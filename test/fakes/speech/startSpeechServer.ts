import { createServer, type IncomingMessage } from 'node:http'

/** A request as the server received it. `seconds` is the duration of the audio. */
export type ReceivedWindow = {
  readonly fields: Readonly<Record<string, string[]>>
  readonly seconds: number
  readonly authorization: string
  readonly pcm: Float32Array
}

/** The response of the server: a status, or the JSON of a successful reply. `hang` never responds. */
export type SpeechReply =
  | { readonly status: number; readonly headers?: Record<string, string> }
  | { readonly json: unknown }
  | 'hang'

export type FakeSpeechServer = AsyncDisposable & {
  /** For SPEECH_BASE_URL. */
  readonly url: string
  readonly received: readonly ReceivedWindow[]
}

/** Starts a server with the OpenAI transcription API on this machine, whose responses are computed by the given function. */
export async function startSpeechServer(
  reply: (window: ReceivedWindow, count: number) => SpeechReply | Promise<SpeechReply>,
): Promise<FakeSpeechServer> {
  const received: ReceivedWindow[] = []
  const server = createServer((request, response) => {
    void (async () => {
      const window = await readWindow(request)
      received.push(window)
      const answer = request.url === '/v1/audio/transcriptions' ? await reply(window, received.length) : { status: 404 }
      if (answer === 'hang') return
      if ('json' in answer) response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(answer.json))
      else response.writeHead(answer.status, answer.headers).end('{"error":{"message":"the key was secret-key"}}')
    })().catch(() => response.destroy())
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  return {
    url: `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}/v1`,
    received,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

const WAV_HEADER = 44

async function readWindow(request: IncomingMessage): Promise<ReceivedWindow> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  const form = await new Response(Buffer.concat(chunks), {
    headers: { 'content-type': request.headers['content-type'] ?? '' },
  }).formData()
  const fields: Record<string, string[]> = {}
  for (const [name, value] of form.entries()) if (typeof value === 'string') (fields[name] ??= []).push(value)
  const file = form.get('file')
  const bytes = file instanceof Blob ? Buffer.from(await file.arrayBuffer()) : Buffer.alloc(WAV_HEADER)
  const pcm = new Float32Array((bytes.length - WAV_HEADER) / 2)
  for (let index = 0; index < pcm.length; index++) pcm[index] = bytes.readInt16LE(WAV_HEADER + 2 * index) / 0x7fff
  return { fields, seconds: pcm.length / bytes.readUInt32LE(24), authorization: request.headers.authorization ?? '', pcm }
}

/** Returns a detailed reply with a word every half second of the audio. */
export function spokenEveryHalfSecond({ seconds, fields }: ReceivedWindow): SpeechReply {
  const words = Array.from({ length: Math.max(1, Math.floor(seconds * 2) - 1) }, (_, n) => ({
    word: `word${n}`,
    start: n / 2 + 0.1,
    end: n / 2 + 0.4,
  }))
  const text = words.map(({ word }) => word).join(' ')
  return { json: { language: fields['language']?.[0] ?? 'english', duration: seconds, text, words } }
}
