import type { Clock } from '#platform/clock/clock.ts'
import type { Config } from '#platform/config/config.ts'
import type { Log } from '#platform/log/log.ts'
import { type Identity, IdentityError, type Provider } from './identity.ts'
import type { RelyingParty } from './relyingParty.ts'

/** Returns the configured identity providers. A provider is contacted, and the library loaded, on first use. */
export function createIdentity(config: Config, log: Log, clock: Clock): Identity {
  const parties = new Map<string, Promise<RelyingParty>>()
  const getParty = (providerId: string): Promise<RelyingParty> => {
    const provider = config.identity.find(({ id }) => id === providerId)
    if (!provider) return Promise.reject(new IdentityError('refused', 'There is no such provider.'))
    const party = parties.get(providerId) ?? import('./relyingParty.ts').then((m) => m.createRelyingParty(provider, log, clock))
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
