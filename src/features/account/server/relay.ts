import { createHash } from 'node:crypto'
import type { Provider } from '#platform/identity/identity.ts'

/**
 * The address of an account whose owner's address nobody vouches for, or somebody else holds: it stands for issuer and
 * subject, and no letter can be sent to it. `again` tells apart a second account of the same identity.
 */
export function relayAddress(kind: Provider['kind'], identity: { issuer: string; subject: string }, again = ''): string {
  const of = [identity.issuer, identity.subject, ...(again ? [again] : [])].join('\n')
  const hash = createHash('sha256').update(of).digest('hex').slice(0, 32)
  return `${kind === 'apple' ? 'apple' : 'sso'}-${hash}@relay.invalid`
}
