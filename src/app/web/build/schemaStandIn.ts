type Shape = Record<string, unknown>

/** The methods that throw, because the page must not validate with these schemas. */
const VALIDATION_METHODS = ['parse', 'safeParse', 'parseAsync', 'safeParseAsync', 'encode', 'decode']

/**
 * Replaces `z` of contracts in the browser build. All schema methods can be called, but none validates. The fields of objects
 * are kept because the client uses them to detect refusals (A§5).
 */
export const z: unknown = new Proxy({}, { get: (_, kind) => (String(kind).endsWith('bject') ? createStub : createStub()) })

function createStub(shape: Shape = {}): unknown {
  // The proxy target is a function, so that it supports both calls (`z.string()`) and properties (`z.coerce.number`).
  return new Proxy(function standIn() {}, {
    apply: () => createStub(),
    get: (_, name) => {
      if (name === 'shape') return shape
      if (name === 'extend') return (extension: Shape) => createStub({ ...shape, ...extension })
      if (VALIDATION_METHODS.includes(String(name))) throw new Error(`the page holds no schemas: ${String(name)} is the server's`)
      return () => createStub(shape)
    },
  })
}
