import { client } from '#kit/client.ts'
import { send } from '#ui/send.ts'
import { telemetryContract } from '../contract.ts'

/** The calls of this feature. @NOTE Make them `unreported`: a report of a failed report would be followed by its like. */
export const telemetry = client('telemetry', telemetryContract, send)
