import { type Millis, seconds } from '#shared/units.ts'
import type { Clock } from '#platform/clock/clock.ts'
import type { Config } from '#platform/config/config.ts'
import type { Log } from '#platform/log/log.ts'
import { type Identity, IdentityError, type Provider } from './identity.ts'
import type { RelyingParty } from './relyingParty.ts'

/** How long a provider may take to respond. */
const PROVIDER_TIMEOUT: Millis = seconds(8)

/** Returns the configured identity providers. A provider is contacted, and the library loaded, on first use. */
export function createIdentity(config: Config, log: Log, clock: Clock, timeout: Millis = PROVIDER_TIMEOUT): Identity {
  const parties = new Map<string, Promise<RelyingParty>>()
  const getParty = (providerId: string): Promise<RelyingParty> => {
    const provider = config.identity.find(({ id }) => id === providerId)
    if (!provider) return Promise.reject(new IdentityError('refused', 'This provider does not exist.'))
    const party =
      parties.get(providerId) ?? import('./relyingParty.ts').then((m) => m.createRelyingParty(provider, { log, clock, timeout }))
    parties.set(providerId, party)
    return party
  }
  return {
    providers: config.identity.map(({ id, name, kind }): Provider => ({ id, name, kind })),
    begin: async (providerId, { redirectUri }) => (await getParty(providerId)).begin(redirectUri),
    finish: async (providerId, response) => (await getParty(providerId)).finish(response),
    revoke: async (providerId, refreshToken) => (await getParty(providerId)).revoke(refreshToken),
  }
}
