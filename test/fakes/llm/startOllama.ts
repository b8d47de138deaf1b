import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { conceptVector } from './conceptVectors.ts'
import { sendCompletion } from './sendCompletion.ts'

export type OllamaModel = {
  readonly name: string
  readonly size: number
  /** The context length for which the model was trained. */
  readonly context: number
  /** `PARAMETER num_ctx` of its Modelfile. */
  readonly numCtx?: number
  readonly languages?: readonly string[]
  readonly capabilities?: readonly string[]
  /** Dimensions of the vectors of an embedding model. */
  readonly dimensions?: number
}

export type Ollama = AsyncDisposable & {
  readonly port: number
  /** Base URL of its OpenAI-compatible API. */
  readonly baseUrl: string
  /** Method and path of each request, oldest first. */
  readonly requests: readonly string[]
  /** The prompts of the chat requests. */
  readonly prompts: readonly string[]
  /** The texts of the embedding requests. */
  readonly embedded: readonly string[]
  /** Embedding requests fail from now on with this status, or hang; null makes them succeed. */
  failEmbeddings: (failure: number | 'hang' | null) => void
  /** Sets the output of the model from now on. A function receives the prompt. */
  answerWith: (reply: string | ((prompt: string) => string)) => void
  /** Makes chat requests wait until the returned function is called. */
  holdAnswers: () => () => void
}

/** The context length of the running Ollama, unless a model has its own. */
const SERVER_CONTEXT = 4096

/** Starts a server on this machine with the API of Ollama: list, details, loaded models, and chat. */
export async function startOllama(models: readonly OllamaModel[], options: { key?: string } = {}): Promise<Ollama> {
  const requests: string[] = []
  const prompts: string[] = []
  const embedded: string[] = []
  let embeddingFailure: number | 'hang' | null = null
  const loaded = new Set<string>()
  let reply: string | ((prompt: string) => string) = JSON.stringify({ person: 'Mara', weekday: 'Tuesday' })
  let held: Promise<void> = Promise.resolve()

  const routes: Record<string, (body: Body) => Reply | Promise<Reply>> = {
    'GET /api/tags': () => ({ models: models.map(({ name, size }) => ({ name, model: name, size })) }),
    'POST /api/show': ({ model }) => describe(models.find(({ name }) => name === model)),
    'GET /api/ps': () => ({
      models: models
        .filter(({ name }) => loaded.has(name))
        .map(({ name, numCtx = SERVER_CONTEXT }) => ({ name, context_length: numCtx })),
    }),
    'GET /v1/models': () => ({
      object: 'list',
      data: models.map(({ name }) => ({ id: name, object: 'model', owned_by: 'library' })),
    }),
    'POST /v1/chat/completions': async ({ model, messages = [] }) => {
      if (!models.some(({ name }) => name === model)) return null
      const prompt = messages.at(-1)?.content ?? ''
      prompts.push(prompt)
      await held
      loaded.add(model)
      return { streamed: { model, content: typeof reply === 'string' ? reply : reply(prompt) } }
    },
  }
  const embed = ({ model: name, input = [] }: Body): Reply => {
    const model = models.find((each) => each.name === name)
    if (!model) return null
    if (embeddingFailure !== null) return { failed: embeddingFailure }
    const texts = typeof input === 'string' ? [input] : input
    embedded.push(...texts)
    const vectors = texts.map((text) => conceptVector(text, model.dimensions ?? 512))
    return { object: 'list', model: name, data: vectors.map((embedding, index) => ({ object: 'embedding', index, embedding })) }
  }
  routes['POST /v1/embeddings'] = embed
  const server = createServer((request, response) => {
    void (async () => {
      const body = await readBody(request)
      const route = `${request.method} ${request.url}`
      requests.push(route)
      if (options.key && route.includes('/v1/') && request.headers.authorization !== `Bearer ${options.key}`)
        return send(response, 401, { error: { message: `Incorrect API key provided: ${request.headers.authorization}` } })
      const result = await routes[route]?.(body)
      if (result && 'failed' in result)
        return result.failed === 'hang'
          ? undefined
          : send(response, result.failed as number, { error: { message: 'out of order' } })
      if (result && 'streamed' in result) return sendCompletion(response, result.streamed as { model: string; content: string })
      send(response, result ? 200 : 404, result ?? { error: { message: 'not found' } })
    })()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  const port = typeof address === 'object' && address ? address.port : 0
  return {
    port,
    baseUrl: `http://127.0.0.1:${port}/v1`,
    requests,
    prompts,
    embedded,
    failEmbeddings: (failure) => void (embeddingFailure = failure),
    answerWith: (next) => void (reply = next),
    holdAnswers: () => {
      let release = () => {}
      held = new Promise((resolve) => (release = resolve))
      return release
    },
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

type Body = { model: string; messages?: { content: string }[]; input?: string | string[] }
type Reply = object | null

async function readBody(request: IncomingMessage): Promise<Body> {
  let text = ''
  for await (const chunk of request) text += String(chunk)
  return JSON.parse(text || '{}') as Body
}

function send(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
}

const describe = (model: OllamaModel | undefined) =>
  model
    ? {
        parameters: model.numCtx ? `stop "<|im_end|>"\nnum_ctx                        ${model.numCtx}` : '',
        capabilities: model.capabilities ?? ['completion', 'tools'],
        model_info: {
          'general.architecture': 'qwen3',
          'qwen3.context_length': model.context,
          ...(model.languages && { 'general.languages': model.languages }),
        },
      }
    : null
