import { client } from '#shared/client.ts'
import { send } from '#browser/http/send.ts'
import { languageModelsContract } from '../contract.ts'

/** The typed client for the language model of the server. */
export const languageModelsClient = client('language-models', languageModelsContract, send)
