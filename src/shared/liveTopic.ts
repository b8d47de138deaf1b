import { z } from 'zod/mini'

/**
 * What the server reports to all pages and processes of a user: something of this kind has changed. Contracts declare topics. The
 * payload names what changed by its id, and pages read it again (docs/decisions/0139).
 */
export type LiveTopic<Payload extends object = object> = { readonly name: string; readonly payload: z.ZodMiniType<Payload> }

/** Declares a topic, without a payload when the user is all that it names. */
export function liveTopic(name: string): LiveTopic
export function liveTopic<Payload extends object>(name: string, payload: z.ZodMiniType<Payload>): LiveTopic<Payload>
export function liveTopic(name: string, payload: z.ZodMiniType<object> = z.object({})): LiveTopic {
  return { name, payload }
}
