import type { AskAnswer } from '#features/ask/contract.ts'
import type { ScriptedLlm } from '#platform/llm/scriptedLlm.ts'
import { openSearch } from './openSearch.ts'
import { type TestServer, testServer } from './testServer.ts'

/** Starts a server on which every plan includes asking. */
export const askServer = (llm?: ScriptedLlm): Promise<TestServer> =>
  testServer({ settings: { PLAN: 'pro' }, ...(llm && { llm }) })

/** Returns a user with functions for asking and for adding recordings. */
export async function openAsk(server: TestServer, name = 'anna') {
  const { user, add } = await openSearch(server, name)
  const ask = async (question: string, more: Omit<Parameters<typeof user.ask.ask>[0]['body'], 'question'> = {}) =>
    (await user.ask.ask({ body: { question, ...more } })).data
  return { user, add, ask }
}

/** The lines of an interview, spoken ten seconds apart. */
export const INTERVIEW = [
  ['Lena', 'You said in spring that forty was out of reach. What changed since then?'],
  ['Okafor', 'The nurses stayed. We thought we would lose a third of them, and we lost eleven.'],
  ['Lena', 'And if the road to Kasese closes again?'],
  ['Okafor', 'Then it is thirty-four. The six beyond the river can be reached by boat.'],
  ['Lena', 'Who pays for the drivers?'],
  ['Okafor', 'The reserve pays for transport until March.'],
] as const

/** Returns the sentences of an answer with their sources. */
export const said = ({ sentences }: AskAnswer) => sentences.map(({ text }) => text)
export const citedAt = ({ sentences }: AskAnswer) => sentences.map(({ citations }) => citations.map(({ start_ms }) => start_ms))
