import { client } from '#shared/client.ts'
import { send } from '#browser/http/send.ts'
import { integrationsContract } from '../contract.ts'

/** The typed client for connected programs. */
export const integrationsClient = client('integrations', integrationsContract, send)
