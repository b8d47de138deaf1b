import { client } from '#kit/client.ts'
import { send } from '#ui/send.ts'
import { integrationsContract } from '../contract.ts'

/** The typed client for connected programs. */
export const integrationsClient = client('integrations', integrationsContract, send)
