import type { AdapterFactory, AdapterPayload } from 'oidc-provider'

type Kept = { readonly payload: AdapterPayload; readonly until: number }

/** In-memory storage for one provider. The adapter of the package is shared by the whole process and logs a warning. */
export function memoryAdapter(): AdapterFactory {
  const all = new Map<string, Map<string, Kept>>()
  return (model) => {
    const kept = all.get(model) ?? new Map<string, Kept>()
    all.set(model, kept)
    const first = (fits: (payload: AdapterPayload) => boolean) => [...kept.values()].find(({ payload }) => fits(payload))?.payload
    return {
      upsert: async (id, payload, seconds = 600) => void kept.set(id, { payload, until: Date.now() + seconds * 1000 }),
      find: async (id) => {
        const one = kept.get(id)
        return one && Date.now() < one.until ? one.payload : undefined
      },
      findByUid: async (uid) => first((payload) => payload.uid === uid),
      findByUserCode: async (userCode) => first((payload) => payload.userCode === userCode),
      consume: async (id) => {
        const one = kept.get(id)
        if (one) kept.set(id, { ...one, payload: { ...one.payload, consumed: Math.floor(Date.now() / 1000) } })
      },
      destroy: async (id) => void kept.delete(id),
      revokeByGrantId: async (grantId) => {
        for (const [id, { payload }] of kept) if (payload.grantId === grantId) kept.delete(id)
      },
    }
  }
}
