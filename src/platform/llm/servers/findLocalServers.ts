import { listLlamaCppModels } from './llamaCpp.ts'
import { listLlamaCppPythonModels } from './llamaCppPython.ts'
import type { OfferedModel } from './LlmServer.ts'
import { listLmStudioModels } from './lmStudio.ts'
import { listOllamaModels } from './ollama.ts'

/** Programs that run language models on this machine, with their default ports. */
export const LOCAL_PORTS = { ollama: 11_434, 'lm-studio': 1234, 'llama-cpp': 8080, 'llama-cpp-python': 8000 } as const
export type LocalProgram = keyof typeof LOCAL_PORTS
export type LocalPorts = Readonly<Partial<Record<LocalProgram, number>>>

export type LocalServer = {
  readonly program: LocalProgram
  /** Base URL of its API. */
  readonly baseUrl: string
  readonly models: readonly OfferedModel[]
}

const LISTERS: Record<LocalProgram, (origin: string) => Promise<OfferedModel[]>> = {
  ollama: listOllamaModels,
  'lm-studio': listLmStudioModels,
  'llama-cpp': listLlamaCppModels,
  'llama-cpp-python': listLlamaCppPythonModels,
}

/**
 * Returns the programs that listen on these ports of the loopback interface, with their models. No other host is contacted. Ports
 * where nothing or another program listens are left out.
 */
export async function findLocalServers(ports: LocalPorts): Promise<LocalServer[]> {
  const programs = Object.keys(LISTERS) as LocalProgram[]
  const found = await Promise.all(
    programs.map(async (program): Promise<LocalServer | null> => {
      const port = ports[program]
      if (port === undefined) return null
      const origin = `http://127.0.0.1:${port}`
      const models = await LISTERS[program](origin).catch(() => null)
      return models && { program, baseUrl: `${origin}/v1`, models }
    }),
  )
  return found.filter((server) => server !== null)
}
