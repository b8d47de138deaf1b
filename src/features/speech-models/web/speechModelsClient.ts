import { client } from '#shared/client.ts'
import { send } from '#browser/http/send.ts'
import { speechModelsContract } from '../contract.ts'

/** The typed client for speech models. */
export const speechModelsClient = client('speech-models', speechModelsContract, send)
