import type { AdapterFactory, AdapterPayload } from 'oidc-provider'

type StoredPayload = { readonly payload: AdapterPayload; readonly expiresAt: number }

/** In-memory storage for one provider. The package's own adapter is shared by the whole process and logs a warning. */
export function createMemoryAdapter(): AdapterFactory {
  const models = new Map<string, Map<string, StoredPayload>>()
  return (model) => {
    const entries = models.get(model) ?? new Map<string, StoredPayload>()
    models.set(model, entries)
    const findPayload = (matches: (payload: AdapterPayload) => boolean) =>
      [...entries.values()].find(({ payload }) => matches(payload))?.payload
    return {
      upsert: async (id, payload, seconds = 600) => void entries.set(id, { payload, expiresAt: Date.now() + seconds * 1000 }),
      find: async (id) => {
        const stored = entries.get(id)
        return stored && Date.now() < stored.expiresAt ? stored.payload : undefined
      },
      findByUid: async (uid) => findPayload((payload) => payload.uid === uid),
      findByUserCode: async (userCode) => findPayload((payload) => payload.userCode === userCode),
      consume: async (id) => {
        const stored = entries.get(id)
        if (stored) entries.set(id, { ...stored, payload: { ...stored.payload, consumed: Math.floor(Date.now() / 1000) } })
      },
      destroy: async (id) => void entries.delete(id),
      revokeByGrantId: async (grantId) => {
        for (const [id, { payload }] of entries) if (payload.grantId === grantId) entries.delete(id)
      },
    }
  }
}
